import FeatureFlags
import Files
import FoundationEssentials

/// Where an app keeps its experiments, unless it names a folder.
enum StorageFolder {
  /// The folder of the running program among those of the user; `nil` for a user without a home.
  static func ofProgram() -> String? {
    let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    guard let support = folders.first else { return nil }
    let program = FileSystem.programPath?.split(separator: "/").last ?? "program"
    return "\(support.path)/\(program)/Ascend"
  }
}
