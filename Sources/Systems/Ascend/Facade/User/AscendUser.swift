import Documents
import FeatureFlags
import Files
public import FoundationEssentials
import Locking

/// The user of the app: a guest initially, and a named user after a login.
///
/// A guest gets a random id at first use. The id is persisted, and a login or logout does not
/// change it, so that the variants remain the same. All methods are safe to call from any thread.
/// Changes are persisted before a method returns, and plugins are notified of each change:
///
/// ```swift
/// let user = AscendUser.shared
/// user.setUser(userId: "u-42")
/// user.updateUserProfile(["plan": "gold"])
/// print(user.identity.isAuthenticated)
/// ```
public final class AscendUser: Sendable {
  private struct State {
    var record = UserRecord()
    var profile = UserProfile() {
      didSet { record.userProfile = profile.persistable }
    }
    var folder: StorageFolder?
    var publish: @Sendable (AscendEvent, [String: Any]) -> Void = { _, _ in }
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

  /// Restores the user of the previous run, or creates a guest; later changes are persisted.
  ///
  /// A user that the app sets before the call has precedence over the persisted user. A record that
  /// cannot be read is logged and replaced by a new guest.
  func start(
    in folder: String?,
    publish: @escaping @Sendable (AscendEvent, [String: Any]) -> Void,
    log: @escaping @Sendable (AscendLogLevel, String) -> Void
  ) {
    let folder = folder.map(StorageFolder.init)
    let stored = read(in: folder, log: log)
    state.withLock { state in
      state.folder = folder
      state.publish = publish
      state.log = log
      let session = state.record.sessionId
      if let stored, !state.record.identity.isKnown {
        state.record = stored
        state.profile = UserProfile(persisted: stored.userProfile)
        state.record.sessionId = session
      }
      if state.record.guestId.isEmpty { state.record.guestId = stored?.guestId ?? "" }
      if state.record.guestId.isEmpty { state.record.guestId = UUID().uuidString }
    }
    save()
  }

  private func read(
    in folder: StorageFolder?,
    log: (AscendLogLevel, String) -> Void
  ) -> UserRecord? {
    guard let folder else { return nil }
    do throws(AscendError) {
      return try UserRecord.read(in: folder)
    } catch {
      log(.warning, "\(error); a new guest begins")
      return nil
    }
  }

  /// The current ids, which identify the user to the server.
  public var identity: AscendIdentity { state.withLock { $0.record.identity } }

  /// Returns the id of the guest; empty before Ascend is initialised, and after ``clearAllUserData()``.
  public func getGuestId() -> String { identity.guestId }
  /// Returns the id of the user; empty while no user is logged in.
  public func getUserId() -> String { identity.userId }
  /// Returns the random id of the current run of the app.
  public func getSessionId() -> String { state.withLock { $0.record.sessionId } }
  /// Returns the profile that ``updateUserProfile(_:)`` set last; empty if none was set.
  public func getUserProfile() -> [String: Any] { state.withLock { $0.profile.values } }
  /// Returns the time of the last change of the user.
  public func getLastActivity() -> Date {
    Date(timeIntervalSince1970: state.withLock { $0.record.lastActivity })
  }
  /// Returns whether a user is logged in; `false` for a guest.
  public func isAuthenticated() -> Bool { identity.isAuthenticated }
  /// Returns whether the user is a guest: an id exists, but no user is logged in.
  public func isGuest() -> Bool { identity.isGuest }
  /// Returns whether the user has at least one id, so that experiments can be fetched.
  public func isUserAuthInfoAvailable() -> Bool { identity.isKnown }
}

extension AscendUser {
  /// Returns the state of the user for debugging, by name; ``identity`` is the typed form.
  ///
  /// - Returns: A dictionary with `userId`, `guestId`, `sessionId`, `isAuthenticated`, `isGuest`,
  ///   `lastActivity` (seconds since 1970) and `profileKeys` (the names of the profile's values, in
  ///   alphabetical order).
  public func getDebugInfo() -> [String: Any] {
    let (record, profile) = state.withLock { ($0.record, $0.profile) }
    let identity = record.identity
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
  /// Logs in a user; the id of the guest does not change.
  public func setUser(userId: String) {
    let (previous, session) = change { state in
      defer { state.record.userId = userId }
      return (state.record.userId, state.record.sessionId)
    }
    publish(
      .userLoggedIn(userId: userId),
      ["userId": userId, "previousUserId": previous, "sessionId": session]
    )
  }

  /// Logs out the user: removes the id and the profile of the user, and sets the id of the guest.
  public func setGuest(guestId: String) {
    change { state in
      state.record.guestId = guestId
      state.record.userId = ""
      state.profile = UserProfile()
    }
    publish(.userLoggedOut, ["guestId": guestId])
  }

  /// Replaces the profile of the user, and persists it.
  ///
  /// All values are stored in memory unchanged. Booleans, numbers, strings, and lists and
  /// dictionaries of them are persisted. Values of other types are lost at the end of the run; the
  /// log names them.
  ///
  /// - Parameter profile: The values, by names that the app chooses.
  public func updateUserProfile(_ profile: [String: Any]) {
    let profile = UserProfile(profile)
    let log = change { state in
      state.profile = profile
      return state.log
    }
    for name in profile.transientNames {
      log(.warning, "the profile's value \"\(name)\" is of a type that cannot be persisted")
    }
    publish(.userProfileUpdated, ["profile": profile.values])
  }

  /// Removes the user and the guest; the next run of the app creates a new guest.
  ///
  /// Until the next run nothing is fetched, because a request without ids identifies no user.
  public func clearAllUserData() {
    let previous = change { state in
      defer {
        state.record = UserRecord(sessionId: UUID().uuidString)
        state.profile = UserProfile()
      }
      return state.record
    }
    guard previous.identity.isKnown else { return }
    publish(
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

  private func publish(_ event: AscendEvent, _ data: [String: Any]) {
    state.withLock { $0.publish }(event, data)
  }
}

/// The profile of a user: values of any type, by names that the app chooses.
///
/// All values are stored in memory unchanged; those that JSON can represent are persisted. The
/// conformance is unchecked: the values need not be `Sendable`, but are only read.
struct UserProfile: @unchecked Sendable {
  /// The values by name, exactly as the app set them.
  let values: [String: Any]

  /// Creates a profile from values that the app sets.
  init(_ values: [String: Any] = [:]) {
    self.values = values
  }

  /// Creates the profile that the previous run persisted.
  init(persisted: [String: ExperimentVariable]) {
    values = persisted.compactMapValues(\.plain)
  }

  /// The values that can be persisted, by name.
  var persistable: [String: ExperimentVariable] {
    values.compactMapValues { ExperimentVariable(plain: $0) }
  }

  /// The names of the values that cannot be persisted, in alphabetical order.
  var transientNames: [String] {
    let persistable = persistable
    return values.keys.filter { persistable[$0] == nil }.sorted()
  }
}

/// The data of the user that is persisted between two runs of the app.
struct UserRecord: Codable, Hashable, Sendable {
  private static let fileName = "ascend_user_data.json"

  var userId = ""
  var guestId = ""
  var userProfile: [String: ExperimentVariable] = [:]
  var sessionId = ""
  /// The time of the last change of the user, in seconds since 1970.
  var lastActivity = 0.0

  /// The ids of the user and the guest, which requests send.
  var identity: AscendIdentity { AscendIdentity(userId: userId, guestId: guestId) }

  /// Reads the record that the previous run persisted; returns `nil` if there is no file.
  ///
  /// - Throws: `storageError` for a file that cannot be read or decoded.
  static func read(in folder: StorageFolder) throws(AscendError) -> UserRecord? {
    let path = folder.path(of: fileName)
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.readStored(path, limit: InputLimit.workspaceFileBytes.maximum)
    } catch {
      if error.isMissing { return nil }
      throw .storageError("\(path): \(error.reason)")
    }
    // Drops the decoding error: only this library writes the file, so details would not help a user.
    if let record = try? JSONDecoder().decode(UserRecord.self, from: Data(bytes)) { return record }
    throw .storageError("\(path): found no record of a user")
  }

  /// Replaces the user file with an atomic write.
  ///
  /// - Parameters:
  ///   - folder: The folder of the user file.
  ///   - record: Returns the record to write; see ``StorageFolder/write(_:_:)``.
  /// - Throws: `storageError`; the file is unchanged.
  static func write(in folder: StorageFolder, _ record: () -> UserRecord) throws(AscendError) {
    try folder.write(fileName, record)
  }
}
