public import FoundationEssentials
import Locking

/// Who uses the app: a guest at first, and a user once one has logged in.
///
/// A guest gets a random id at first use. It is kept between runs and while users log in and out,
/// so that logging in changes no variant. All calls are safe from any thread.
public final class AscendUser: Sendable {
  private struct State {
    var record = UserRecord()
    var profile = UserProfile() {
      didSet { record.userProfile = profile.persistable }
    }
    var folder: String?
    var announce: @Sendable (AscendEvent, [String: Any]) -> Void = { _, _ in }
    var log: @Sendable (AscendLogLevel, String) -> Void = { _, _ in }
  }

  private let state: Locked<State>
  private let now: @Sendable () -> Double

  init(now: @escaping @Sendable () -> Double) {
    self.now = now
    var state = State()
    state.record.sessionId = UUID().uuidString
    self.state = Locked(state)
  }

  /// Begins to keep the user: takes up what the last run kept, or makes a guest.
  ///
  /// A user that was set before counts for more than the one of the last run. A record that cannot be
  /// read is told to the log, and a new guest takes its place.
  func start(
    in folder: String?,
    announce: @escaping @Sendable (AscendEvent, [String: Any]) -> Void,
    log: @escaping @Sendable (AscendLogLevel, String) -> Void
  ) {
    let kept = read(in: folder, log: log)
    state.withLock { state in
      state.folder = folder
      state.announce = announce
      state.log = log
      let (session, isNew) = (state.record.sessionId, !state.record.isKnown)
      if let kept, isNew {
        state.record = kept
        state.profile = UserProfile(persisted: kept.userProfile)
        state.record.sessionId = session
      }
      if state.record.guestId.isEmpty { state.record.guestId = kept?.guestId ?? "" }
      if state.record.guestId.isEmpty { state.record.guestId = UUID().uuidString }
    }
    save()
  }

  private func read(
    in folder: String?,
    log: (AscendLogLevel, String) -> Void
  ) -> UserRecord? {
    do throws(AscendError) {
      return try folder.flatMap { folder throws(AscendError) in try UserRecord.read(in: folder) }
    } catch {
      log(.warning, "\(error); a new guest begins")
      return nil
    }
  }

  /// By what the server knows the user now.
  public var identity: AscendIdentity {
    state.withLock { AscendIdentity(userId: $0.record.userId, guestId: $0.record.guestId) }
  }

  /// The guest's id; empty before the start, and after everything was cleared.
  public func getGuestId() -> String { identity.guestId }
  /// The user's id; empty while nobody is logged in.
  public func getUserId() -> String { identity.userId }
  /// The id of this run of the app.
  public func getSessionId() -> String { state.withLock { $0.record.sessionId } }
  /// The values of the last `updateUserProfile(_:)`; empty without one.
  public func getUserProfile() -> [String: Any] { state.withLock { $0.profile.values } }
  /// When the user was last changed.
  public func getLastActivity() -> Date {
    Date(timeIntervalSince1970: state.withLock { $0.record.lastActivity })
  }
  /// Whether a user is logged in.
  public func isAuthenticated() -> Bool { identity.isAuthenticated }
  /// Whether there is a guest, and no user.
  public func isGuest() -> Bool { identity.isGuest }
  /// Whether the server can tell who is asking.
  public func isUserAuthInfoAvailable() -> Bool { identity.isKnown }
}

extension AscendUser {
  /// The state of the user for debugging, by name; `identity` is typed.
  ///
  /// - Returns: `userId`, `guestId`, `sessionId`, `isAuthenticated`, `isGuest`, `lastActivity` (seconds
  ///   since 1970) and `profileKeys` (the names of the profile's values, in alphabetical order).
  public func getDebugInfo() -> [String: Any] {
    let (record, profile) = state.withLock { ($0.record, $0.profile) }
    let identity = AscendIdentity(userId: record.userId, guestId: record.guestId)
    return [
      "userId": record.userId,
      "guestId": record.guestId,
      "sessionId": record.sessionId,
      "isAuthenticated": identity.isAuthenticated,
      "isGuest": identity.isGuest,
      "lastActivity": record.lastActivity,
      "profileKeys": profile.values.keys.sorted(),
    ]
  }
}

// MARK: Changes

extension AscendUser {
  /// Logs a user in; the guest's id stays.
  public func setUser(userId: String) {
    let (previous, session) = change { state in
      defer { state.record.userId = userId }
      return (state.record.userId, state.record.sessionId)
    }
    announce(
      .userLoggedIn(userId: userId),
      ["userId": userId, "previousUserId": previous, "sessionId": session]
    )
  }

  /// Makes the user a guest of this id, which is a logout: the user's id and profile are forgotten.
  public func setGuest(guestId: String) {
    change { state in
      state.record.guestId = guestId
      state.record.userId = ""
      state.profile = UserProfile()
    }
    announce(.userLoggedOut, ["guestId": guestId])
  }

  /// Replaces the profile of the user.
  ///
  /// All values stay in memory as they are. Booleans, numbers, texts, and lists and dictionaries of
  /// them are persisted; the log names values of other types, which are gone after this run.
  ///
  /// - Parameter profile: The values by names that the app chooses.
  public func updateUserProfile(_ profile: [String: Any]) {
    let profile = UserProfile(profile)
    let log = change { state in
      state.profile = profile
      return state.log
    }
    for name in profile.transientNames {
      log(.warning, "the profile's value \"\(name)\" is of a type that cannot be persisted")
    }
    announce(.userProfileUpdated, ["profile": profile.values])
  }

  /// Forgets the user and the guest; there is a new guest at the next start of the app.
  ///
  /// Until then nothing is fetched, as the server could not tell who is asking.
  public func clearAllUserData() {
    let previous = change { state in
      defer {
        state.record = UserRecord(sessionId: UUID().uuidString)
        state.profile = UserProfile()
      }
      return state.record
    }
    guard previous.isKnown else { return }
    announce(
      .userLoggedOut,
      ["previousUserId": previous.userId, "previousGuestId": previous.guestId]
    )
  }

  @discardableResult
  private func change<Result>(_ body: (inout State) -> Result) -> Result {
    let time = now()
    let result = state.withLock { state in
      let result = body(&state)
      state.record.lastActivity = time
      return result
    }
    save()
    return result
  }

  private func save() {
    let (folder, log) = state.withLock { ($0.folder, $0.log) }
    guard let folder else { return }
    do throws(AscendError) {
      try UserRecord.write(in: folder) { state.withLock { $0.record } }
    } catch {
      log(.warning, "\(error)")
    }
  }

  private func announce(_ event: AscendEvent, _ data: [String: Any]) {
    state.withLock { $0.announce }(event, data)
  }
}
