import Files
import Glibc

/// One line of a `.gitignore` file.
struct IgnoreRule {
  /// Whether the line begins with `!`, so that matching files are not ignored.
  let isNegated: Bool
  private let isForFolders: Bool
  private let pattern: String
  /// The folder of the `.gitignore` file relative to the root, with a slash at its end; empty for the
  /// root.
  private let folder: String
  /// Whether the pattern applies to the whole path instead of the last component, because it contains a
  /// slash before its last character.
  private let isPath: Bool

  private static let sizeLimit = 1 << 20

  /// Reads the rules of a folder.
  ///
  /// - Parameters:
  ///   - location: The path of the folder in the file system.
  ///   - folder: The path of the folder relative to the root, with a slash at its end.
  /// - Returns: The rules in the order of the file; empty if there is no file.
  static func rules(of location: String, _ folder: String) -> [IgnoreRule] {
    // Drops the error: a missing or unreadable file has no rules, as in git.
    guard let bytes = try? FileSystem.readStored(location + "/.gitignore", limit: sizeLimit)
    else { return [] }
    let lines = bytes.split { $0 == .lineFeed || $0 == UInt8(ascii: "\r") }
    return lines.compactMap { IgnoreRule(String(decoding: $0, as: UTF8.self), folder) }
  }

  /// Parses a line; `nil` for a comment or an empty line.
  private init?(_ line: String, _ folder: String) {
    var line = line[...]
    while line.hasSuffix(" "), !line.hasSuffix("\\ ") { line = line.dropLast() }
    guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
    isNegated = line.hasPrefix("!")
    if isNegated { line = line.dropFirst() }
    isForFolders = line.hasSuffix("/")
    if isForFolders { line = line.dropLast() }
    isPath = line.contains("/")
    if line.hasPrefix("/") { line = line.dropFirst() }
    guard !line.isEmpty else { return nil }
    pattern = String(line)
    self.folder = folder
  }

  /// Returns whether the rule applies to the file or folder with a path relative to the root.
  func matches(_ path: String, isFolder: Bool) -> Bool {
    guard isFolder || !isForFolders, path.hasPrefix(folder) else { return false }
    let rest = path.dropFirst(folder.count)
    guard isPath else {
      return fnmatch(pattern, String(rest.split(separator: "/").last ?? rest), 0) == 0
    }
    let components = pattern.split(separator: "/", omittingEmptySubsequences: false)
    return Self.matches(components[...], rest.split(separator: "/")[...])
  }

  /// Returns whether the components of a path match those of a pattern; `**` matches any number of
  /// components.
  private static func matches(_ pattern: ArraySlice<Substring>, _ path: ArraySlice<Substring>)
    -> Bool
  {
    guard let first = pattern.first else { return path.isEmpty }
    let rest = pattern.dropFirst()
    if first == "**" {
      guard !rest.isEmpty else { return !path.isEmpty }
      return (path.startIndex...path.endIndex).contains { matches(rest, path[$0...]) }
    }
    guard let name = path.first, fnmatch(String(first), String(name), 0) == 0 else { return false }
    return matches(rest, path.dropFirst())
  }
}
