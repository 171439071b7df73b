import FeatureFlags
import FoundationEssentials

/// Keeps each user's variations in a file of its own, in the form of the SDKs' records.
///
/// Several programs may use one folder at once. What two of them keep for one user is put together.
public struct FileUserProfileService: UserProfileService {
  private let folder: String

  /// Names the folder; it is made when something is first kept.
  public init(folder: String) {
    self.folder = folder
  }

  /// Looks a user up.
  ///
  /// - Parameter userId: The identifier of the user.
  /// - Returns: What is kept; `nil` if nothing is.
  /// - Throws: `userProfileFailed` if the file cannot be read, or is something else.
  public func profile(of userId: String) throws(OptimizelyError) -> UserProfile? {
    let path = path(of: userId)
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.readStored(path)
    } catch {
      if error.isMissing { return nil }
      throw .userProfileFailed("\(path): cannot be read: \(error.reason)")
    }
    // Drops the parse error: the error below names the file, which is all a user can act on.
    guard let record = try? JSONReader.read(bytes), let profile = UserProfile(record),
      profile.userId == userId
    else { throw .userProfileFailed("\(path): found something else than the user's record") }
    return profile
  }

  /// Keeps a profile, beside what other programs have kept of the same user.
  ///
  /// - Parameter userProfile: The profile; its variations come before those that were kept.
  /// - Throws: `userProfileFailed` if the file cannot be written.
  public func save(_ userProfile: UserProfile) throws(OptimizelyError) {
    let path = path(of: userProfile.userId)
    do throws(SystemError) {
      try FileSystem.makeFolder(folder)
      try FileSystem.withLock(folder + "/.lock") { () throws(SystemError) in
        // A malformed file is replaced.
        let kept = (try? profile(of: userProfile.userId))?.variations ?? [:]
        var profile = userProfile
        profile.variations.merge(kept) { new, _ in new }
        try FileSystem.replace(path, with: Array((profile.json.text(isPretty: true) + "\n").utf8))
      }
    } catch {
      throw .userProfileFailed("\(path): cannot be written: \(error.reason)")
    }
  }

  /// Removes the profiles of all users; a file that cannot be removed stays.
  func removeAll() {
    // The SDK's call has no error.
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Identifiers may have any characters and any length, so that a digest names the file.
  private func path(of user: String) -> String {
    folder + "/" + SHA256.digest(of: Array(user.utf8)).prefix(32) + ".json"
  }
}
