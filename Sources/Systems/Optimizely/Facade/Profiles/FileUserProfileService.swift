import Documents
import FeatureFlags
import Files
import FoundationEssentials

/// Stores the sticky variations of each user in a JSON file, in the profile format of the SDKs.
///
/// ```swift
/// let profiles = FileUserProfileService(folder: "/var/lib/shop/profiles")
/// let client = OptimizelyClient(sdkKey: "your-key", userProfileService: profiles)
/// ```
///
/// Several processes may share the folder; variations that they store for the same user are merged.
/// Files are written atomically. All methods may be called from any thread, and block during file
/// access.
public struct FileUserProfileService: OPTUserProfileService, UserProfileService {
  private let folder: String

  /// Creates a service for the given folder; the first stored profile creates the folder.
  public init(folder: String) {
    self.folder = folder
  }

  /// Returns the profile of a user.
  ///
  /// - Parameter userId: The id of the user.
  /// - Returns: The profile; `nil` if no profile of the user is stored.
  /// - Throws: `userProfileFailed` if the file cannot be read, or is not a valid profile of the
  ///   user.
  public func profile(of userId: String) throws(OptimizelyError) -> UserProfile? {
    let path = path(of: userId)
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.readStored(path, limit: InputLimit.workspaceFileBytes.maximum)
    } catch {
      if error.isMissing { return nil }
      throw .userProfileFailed("\(path): cannot be read: \(error.reason)")
    }
    // Drops the parse error: the error below names the file, which is all that a user can act on.
    guard let record = try? JSONReader.read(bytes), let profile = UserProfile(record),
      profile.userId == userId
    else { throw .userProfileFailed("\(path): is not a valid record of the user") }
    return profile
  }

  /// Stores a profile, merged with the stored profile of the user.
  ///
  /// - Parameter userProfile: The profile; its variations take precedence over stored ones.
  /// - Throws: `userProfileFailed` if the file cannot be written.
  public func save(_ userProfile: UserProfile) throws(OptimizelyError) {
    let path = path(of: userProfile.userId)
    do throws(SystemError) {
      try FileSystem.makeFolder(folder)
      try FileSystem.withFileLock(folder + "/.lock") { () throws(SystemError) in
        // Replaces a malformed file: the next decisions bucket the user again.
        let stored = (try? profile(of: userProfile.userId))?.variations ?? [:]
        var profile = userProfile
        profile.variations.merge(stored) { new, _ in new }
        try FileSystem.replace(path, with: Array((profile.json.text(isPretty: true) + "\n").utf8))
      }
    } catch {
      throw .userProfileFailed("\(path): cannot be written: \(error.reason)")
    }
  }

  /// Returns the stored profile of a user; `nil` if there is none, or it cannot be read.
  public func lookup(userId: String) -> UPProfile? {
    // The SDK's protocol cannot throw: an unreadable profile is treated as missing.
    (try? profile(of: userId))?.record
  }

  /// Stores the profile of a user; a malformed profile is ignored.
  public func save(userProfile: UPProfile) {
    guard let profile = UserProfile(record: userProfile) else { return }
    // The SDK's protocol cannot throw: without the stored variation, the next decision buckets the
    // user again.
    try? save(profile)
  }

  /// Removes the profiles of all users, except files that cannot be removed.
  func removeAll() {
    // Drops the error: the method of the SDK cannot throw.
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Returns the path of a user's file, whose name is a digest of the user id: an id can have any
  /// characters and any length.
  private func path(of user: String) -> String {
    folder + "/" + SHA256.digest(of: Array(user.utf8)).prefix(32) + ".json"
  }
}

/// Stores sticky variations, like the class of the same name in the Swift SDK; uses a
/// ``FileUserProfileService`` in the folder of the running program.
open class DefaultUserProfileService: OPTUserProfileService {
  private let service: FileUserProfileService

  /// Creates a service that stores profiles in the state folder of the running program.
  public required init() {
    let workspace = OptimizelySdkSettings().workspace(of: "user-profile-service")
    service = FileUserProfileService(folder: workspace.stateFolder + "/profiles")
  }

  /// Returns the stored profile of a user; `nil` if there is none, or it cannot be read.
  open func lookup(userId: String) -> UPProfile? { service.lookup(userId: userId) }

  /// Stores the profile of a user; a malformed profile is ignored.
  open func save(userProfile: UPProfile) { service.save(userProfile: userProfile) }

  /// The profiles of all users, by user id.
  public typealias UserProfileData = [String: UPProfile]

  /// Removes the profiles of all users, and stores the given profiles instead.
  open func reset(userProfiles: UserProfileData? = nil) {
    service.removeAll()
    for record in (userProfiles ?? [:]).values { save(userProfile: record) }
  }
}
