import FoundationEssentials

/// Where an app keeps its experiments, unless it names a folder.
enum StorageFolder {
  /// The folder of the running program among those of the user; `nil` for a user without a home.
  static func ofProgram() -> String? {
    let files = FileManager.default
    guard
      let support = files.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
    else { return nil }
    // A system without /proc has no name for its program; the word stands in for it.
    let path = (try? files.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "program"
    let program = path.split(separator: "/").last.map(String.init) ?? "program"
    return "\(support.path)/\(program)/Ascend"
  }
}
