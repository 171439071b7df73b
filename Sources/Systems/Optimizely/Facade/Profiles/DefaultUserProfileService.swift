import FeatureFlags

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
