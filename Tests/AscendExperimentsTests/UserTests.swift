import Foundation
import Locking
import TestSupport
import Testing

@testable import AscendEngine
@testable import AscendExperiments

/// Tests the user and the guest, and their persistence.
struct UserTests {
  private func user(
    _ folder: TemporaryFolder?,
    _ events: Locked<[AscendEvent]> = Locked([])
  ) -> AscendUser {
    let user = AscendUser { 1_790_000_000 }
    user.start(in: folder?.path) { event, _ in
      events.withLock { $0.append(event) }
    } log: { _, _ in
    }
    return user
  }

  @Test func `a guest has a random id, which the next run restores`() throws {
    let folder = try TemporaryFolder()
    let first = user(folder)
    let second = user(folder)
    #expect(UUID(uuidString: first.getGuestId()) != nil)
    #expect(first.isGuest() && !first.isAuthenticated() && first.isUserAuthInfoAvailable())
    #expect(second.getGuestId() == first.getGuestId())
    #expect(second.getSessionId() != first.getSessionId())
    #expect(user(try TemporaryFolder()).getGuestId() != first.getGuestId())
  }

  @Test
  func `a login preserves the guest, and a logout replaces the guest and removes the profile`()
    throws
  {
    let events = Locked<[AscendEvent]>([])
    let folder = try TemporaryFolder()
    let user = user(folder, events)
    let guest = user.getGuestId()
    user.setUser(userId: "u-1")
    user.updateUserProfile(["plan": "silver", "age": 30])
    user.updateUserProfile(["plan": "gold"])
    #expect(user.isAuthenticated() && !user.isGuest())
    #expect(user.getGuestId() == guest)
    #expect(self.user(folder).getUserId() == "u-1")
    #expect(self.user(folder).getUserProfile() as? [String: String] == ["plan": "gold"])
    user.setGuest(guestId: "g-2")
    #expect(user.identity == AscendIdentity(guestId: "g-2"))
    #expect(user.getUserProfile().isEmpty)
    #expect(user.getLastActivity().timeIntervalSince1970 == 1_790_000_000)
    #expect(
      events.withLock { $0 } == [
        .userLoggedIn(userId: "u-1"), .userProfileUpdated, .userProfileUpdated, .userLoggedOut,
      ]
    )
  }

  @Test func `a cleared user has no id until the next run`() throws {
    let events = Locked<[AscendEvent]>([])
    let folder = try TemporaryFolder()
    let user = user(folder, events)
    let (guest, session) = (user.getGuestId(), user.getSessionId())
    user.clearAllUserData()
    user.clearAllUserData()
    #expect(!user.isUserAuthInfoAvailable())
    #expect(user.getSessionId() != session)
    #expect(
      events.withLock { $0 } == [.userLoggedOut],
      "the second time there was nothing to clear"
    )
    let next = self.user(folder).getGuestId()
    #expect(!next.isEmpty && next != guest)
  }

  @Test(arguments: ["", "{", "[]", #"{"userId":5}"#])
  func `a damaged user record is logged and replaced by a new guest`(text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "ascend_user_data.json")
    let logged = Locked<[String]>([])
    let user = AscendUser { 0 }
    user.start(in: folder.path) { _, _ in
    } log: { _, text in
      logged.withLock { $0.append(text) }
    }
    #expect(!user.getGuestId().isEmpty)
    let lines = logged.withLock { $0 }
    #expect(lines.count == 1 && lines.first?.contains("found no record of a user") == true)
  }

  @Test func `a user set before the start replaces the persisted user and preserves the guest`()
    throws
  {
    let folder = try TemporaryFolder()
    let guest = user(folder).getGuestId()
    let early = AscendUser { 0 }
    early.setUser(userId: "early")
    early.start(in: folder.path) { _, _ in
    } log: { _, _ in
    }
    #expect(early.identity == AscendIdentity(userId: "early", guestId: guest))
  }

  @Test func `a profile has values of any type, and its JSON values are persisted`() throws {
    let folder = try TemporaryFolder()
    let warnings = Locked<[String]>([])
    let user = AscendUser { 1_790_000_000 }
    user.start(in: folder.path) { _, _ in
    } log: { _, text in
      warnings.withLock { $0.append(text) }
    }
    user.updateUserProfile([
      "age": 30, "score": 2.5, "vip": true, "tags": ["a", 1], "home": ["city": "Pune"],
      "joined": Date(timeIntervalSince1970: 5),
    ])
    #expect(user.getUserProfile()["joined"] as? Date == Date(timeIntervalSince1970: 5))
    #expect(warnings.withLock { $0.count } == 1)
    #expect(warnings.withLock { $0.first }?.contains("\"joined\"") == true)
    let next = self.user(folder).getUserProfile()
    #expect(next.keys.sorted() == ["age", "home", "score", "tags", "vip"])
    #expect(next["age"] as? Int == 30 && next["score"] as? Double == 2.5)
    #expect(next["vip"] as? Bool == true)
    #expect((next["tags"] as? [Any])?.last as? Int == 1)
    #expect((next["home"] as? [String: Any])?["city"] as? String == "Pune")
  }

  @Test func `an update replaces the profile and notifies the plugins`() throws {
    let received = Locked<[[String]]>([])
    let user = AscendUser { 0 }
    user.start(in: nil) { _, data in
      let names = (data["profile"] as? [String: Any])?.keys.sorted() ?? []
      received.withLock { $0.append(names) }
    } log: { _, _ in
    }
    user.updateUserProfile(["plan": "silver", "age": 30])
    user.updateUserProfile(["plan": "gold"])
    #expect(user.getUserProfile() as? [String: String] == ["plan": "gold"])
    #expect(received.withLock { $0 } == [["age", "plan"], ["plan"]])
  }

  @Test func `the debug dictionary has the ids of the user and the keys of the profile`() {
    let user = user(nil)
    user.setUser(userId: "u-1")
    user.updateUserProfile(["plan": "gold", "age": 30])
    let info = user.getDebugInfo()
    #expect(info["userId"] as? String == "u-1")
    #expect(info["guestId"] as? String == user.getGuestId())
    #expect(info["sessionId"] as? String == user.getSessionId())
    #expect(info["isAuthenticated"] as? Bool == true && info["isGuest"] as? Bool == false)
    #expect(info["lastActivity"] as? Double == 1_790_000_000)
    #expect(info["profileKeys"] as? [String] == ["age", "plan"])
  }

  @Test func `without a storage folder the guest exists only in memory`() {
    #expect(user(nil).isGuest())
  }
}
