package import FeatureFlags
import Glibc

/// A configuration source with its full name and the name of its workspace.
package struct LocatedSource: Sendable {
  package let source: any Source
  package let origin: Origin
  /// The name of the source; for a file its absolute path.
  package let fullName: String
  package let workspaceName: String

  /// Creates a source with its names.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - origin: The origin of configurations that come from the source itself, and not from the cache
  ///     or a fallback.
  ///   - fullName: The name of the source; for a file its absolute path.
  ///   - workspace: The name of the workspace.
  package init(_ source: any Source, _ origin: Origin, _ fullName: String, workspace: String) {
    self.source = source
    self.origin = origin
    self.fullName = fullName
    workspaceName = workspace
  }

  /// Returns the absolute path without symbolic links, or the given path if the file does not exist or
  /// the result is not UTF-8.
  ///
  /// A symbolic link `..data` in the path is kept: Kubernetes retargets it to a new folder at each
  /// update of a mounted ConfigMap, and the name of the workspace must not change with it.
  package static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    guard let resolved = String(validatingCString: real) else { return path }
    var parts = resolved.split(separator: "/", omittingEmptySubsequences: false)
    for index in parts.indices where parts[index].hasPrefix("..") {
      let folder = parts[..<index].joined(separator: "/")
      guard let data = realpath(folder + "/..data", nil) else { continue }
      defer { free(data) }
      if String(cString: data) == folder + "/" + parts[index] { parts[index] = "..data" }
    }
    return parts.joined(separator: "/")
  }

  /// Returns the name of the workspace for a path or URL: a readable part, and a hash of the whole path
  /// or URL.
  ///
  /// - Parameters:
  ///   - path: The path or URL.
  ///   - readable: The text from which the readable part is made; by default the path. It must not
  ///     contain secrets, because the screen and reports show the name.
  /// - Returns: A name such as `features-67110d24`.
  package static func workspaceName(of path: String, readable: String? = nil) -> String {
    let readable = readable ?? path
    let file = readable.split(separator: "/").last.map(String.init) ?? readable
    let stem = file.split(separator: ".").first.map(String.init) ?? file
    let slug = stem.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    let hash = String(MurmurHash3.hash(Array(path.utf8), seed: 1), radix: 16)
    return String(slug.prefix(32)) + "-" + String(repeating: "0", count: 8 - hash.count) + hash
  }
}
