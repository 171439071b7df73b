import Documents
package import FeatureFlags
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

/// Reads the data files of a server SDK, and merges their flags, values and segments into one document.
///
/// Like SDKs, it rejects files that contain the same key.
package struct LaunchDarklyFiles: LocalSource {
  package static let prefix = "launchdarkly:"
  /// The paths of the files, which contain JSON or YAML.
  package let paths: [String]

  /// The prefix and the paths; secrets are removed, in case a path is a mistyped URL.
  package var name: String {
    Self.prefix + paths.map { FileSource(path: $0).name }.joined(separator: ",")
  }

  /// Creates a source; the files are only opened when the source is read.
  package init(paths: [String]) { self.paths = paths }

  /// Reads and merges all files; like ``readNow()``, the call blocks on the disk.
  ///
  /// - Throws: `missing`, `folder`, `unreadable` or `invalid`, with the name of the file.
  package func read() async throws(SourceError) -> [UInt8] { try readNow() }

  /// Reads and merges all files synchronously, on the calling thread.
  ///
  /// - Throws: `missing`, `folder`, `unreadable` or `invalid`, with the name of the file.
  package func readNow() throws(SourceError) -> [UInt8] {
    var merged = MergedFiles()
    for file in paths.map({ FileSource(path: $0) }) {
      let bytes = try file.readNow()
      do throws(DocumentError) { try merged.add(bytes, of: file.name) } catch {
        throw .invalid(file.name, .document(error))
      }
    }
    return Array(merged.json.text().utf8)
  }
}

/// The merged members of several data files.
private struct MergedFiles {
  private var members: [String: [(key: String, value: JSONValue)]] = ["flags": []]
  /// The name of the file that contains each flag or segment, by kind and key.
  private var owners: [String: String] = [:]

  /// Adds the flags, segments and values of a file.
  ///
  /// - Throws: A syntax error, or `unexpected` for a key that an earlier file contains.
  mutating func add(_ bytes: [UInt8], of file: String) throws(DocumentError) {
    let fields = try FieldReader(try DocumentEncoding.readJSONOrYAML(bytes, as: .yaml11))
    let others = owners
    // Flags and values share one namespace: both are recorded as "flag".
    for (list, kind) in [("flags", "flag"), ("segments", "segment"), ("flagValues", "flag")] {
      for member in try fields.optionalMembers(list) ?? [] {
        let key = "\(kind) \(member.key)"
        if let owner = others[key] {
          throw .unexpected(
            path: "\(list).\(member.key.excerpt)",
            line: member.node.line,
            found: "a key that \(owner) has, too",
            expected: "each key in one file only"
          )
        }
        owners[key] = file
        guard let value = JSONValue(member.node) else {
          throw member.node.mismatch(expected: "a value of JSON").inside("\(list).\(member.key)")
        }
        members[list, default: []].append((member.key, value))
      }
    }
  }

  var json: JSONValue {
    .object(members.sorted { $0.key < $1.key }.map { ($0.key, .object($0.value)) })
  }
}
