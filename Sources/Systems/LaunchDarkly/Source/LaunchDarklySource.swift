import Documents
package import FeatureFlags
import FlagSystem
package import Networking

/// Polls the flags of one environment from LaunchDarkly, a Relay Proxy or another server of its SDKs.
///
/// The SDK key in the header `Authorization` selects the environment. An example of a URL is
/// `launchdarkly+https://sdk.launchdarkly.example`. The path `/sdk` or `/sdk/latest-all` may follow, and
/// a query such as `?filter=shop`.
package struct LaunchDarklySource: SDKSource {
  package static let prefix = "launchdarkly+"
  package let server: SourceServer
  package let request: HTTPRequest

  private static let path = "/sdk/latest-all"

  package init(_ server: SourceServer, _ request: HTTPRequest) {
    (self.server, self.request) = (server, request)
  }

  package static func endpoint(of url: String) -> String? {
    ServiceURL(url, removing: [path, "/sdk"]).url(of: path)
  }
}

/// Merges the data files of a server SDK: their flags, values and segments.
///
/// Like SDKs, it rejects files that contain the same key, or, as SDKs with the setting `ignore` for duplicate
/// keys, uses the first file with the key.
enum LaunchDarklyFiles {
  static let prefix = "launchdarkly:"

  /// The handling of keys that several files have.
  enum DuplicateKeys: String, CaseIterable {
    case fail, ignore
  }

  /// Returns the function that adds a file.
  static func merge(_ duplicates: DuplicateKeys) -> MergedFiles.Merge {
    { document, bytes, file throws(DocumentError) in
      try add(to: &document, bytes, of: file, duplicates)
    }
  }

  /// Adds the flags, segments and values of a file.
  ///
  /// - Throws: A syntax error, or `unexpected` for a key that an earlier file contains.
  private static func add(
    to document: inout MergedDocument,
    _ bytes: [UInt8],
    of file: String,
    _ duplicates: DuplicateKeys
  ) throws(DocumentError) {
    let fields = try FieldReader(try DocumentEncoding.readJSONOrYAML(bytes, as: .yaml11))
    _ = document.position(of: "flags")
    let others = document.owners
    // Flags and values share one namespace: both are recorded as "flag".
    for (list, kind) in [("flags", "flag"), ("segments", "segment"), ("flagValues", "flag")] {
      for member in try fields.optionalMembers(list) ?? [] {
        let key = "\(kind) \(member.key)"
        if let owner = others[key] {
          if duplicates == .ignore { continue }
          throw .unexpected(
            path: "\(list).\(member.key.excerpt)",
            line: member.node.line,
            found: "a key that \(owner) has, too",
            expected: "each key in one file only"
          )
        }
        document.owners[key] = file
        try document.add(member.key, member.node, to: list)
      }
    }
  }
}
