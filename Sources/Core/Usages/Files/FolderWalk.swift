import Glibc

/// Lists the files in a folder and its subfolders, without git.
///
/// Symbolic links are not followed. A `.gitignore` file applies to its folder and the subfolders. Its
/// patterns can have `*`, `?`, `[…]`, `**`, `!`, and a slash at the start or the end.
struct FolderWalk {
  private let root: String

  /// The maximum depth of folders.
  private static let depthLimit = 100

  init(_ root: String) {
    self.root = root
  }

  /// The paths of the files, relative to the folder.
  func files() -> [String] {
    var files: [String] = []
    walk("", [], depth: 0, into: &files)
    return files
  }

  private func walk(_ path: String, _ rules: [IgnoreRule], depth: Int, into files: inout [String]) {
    guard depth < Self.depthLimit, let folder = opendir(root + "/" + path) else { return }
    var entries: [(name: String, isFolder: Bool)] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      guard !name.hasPrefix(".") else { continue }
      var kind = Int(entry.pointee.d_type)
      if kind == Int(DT_UNKNOWN) { kind = Self.kind(of: root + "/" + path + name) }
      if kind == Int(DT_DIR) || kind == Int(DT_REG) { entries.append((name, kind == Int(DT_DIR))) }
    }
    closedir(folder)
    let rules = rules + IgnoreRule.rules(of: root + "/" + path, path)
    for entry in entries {
      let full = path + entry.name
      let last = rules.last { $0.matches(full, isFolder: entry.isFolder) }
      if let last, !last.isNegated { continue }
      if entry.isFolder {
        walk(full + "/", rules, depth: depth + 1, into: &files)
      } else {
        files.append(full)
      }
    }
  }

  /// Returns the kind of a file, for file systems where `readdir` does not report it.
  private static func kind(of path: String) -> Int {
    var information = stat()
    guard lstat(path, &information) == 0 else { return Int(DT_UNKNOWN) }
    return information.st_mode & S_IFMT == S_IFDIR
      ? Int(DT_DIR) : information.st_mode & S_IFMT == S_IFREG ? Int(DT_REG) : Int(DT_UNKNOWN)
  }
}
