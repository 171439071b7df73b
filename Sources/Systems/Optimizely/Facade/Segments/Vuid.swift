import Documents
import FeatureFlags
import Files
import FoundationEssentials

/// Creates and persists the visitor id of a program, which identifies users who are not signed in.
struct Vuid {
  /// The path of the file with the id, in a folder that all clients of the program share.
  private let path: String

  init(_ settings: OptimizelySdkSettings) {
    path = settings.workspace(of: "visitor").stateFolder + "/vuid"
  }

  /// Returns the stored id, or creates and stores a new one.
  ///
  /// - Throws: The reason why a new id cannot be stored; then each start creates a different id.
  func load() throws(SystemError) -> String {
    // A file that cannot be read is replaced, like a missing one.
    let bytes = (try? FileSystem.readStored(path, limit: Limit.workspaceFileBytes.maximum)) ?? []
    let stored = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    if stored.hasPrefix("vuid_"), stored.utf8.count == 32 { return stored }
    let digits = UUID().uuidString.lowercased().filter { $0 != "-" }
    let vuid = "vuid_" + digits.prefix(27)
    let folder = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex))
    try FileSystem.makeFolder(folder)
    try FileSystem.replace(path, with: Array((vuid + "\n").utf8))
    return vuid
  }
}
