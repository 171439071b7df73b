import Documents
package import FeatureFlags
package import FlagSystem
package import Networking
package import Targeting

extension FlagSystem {
  package static let goFeatureFlag = FlagSystem(
    name: "GO Feature Flag",
    page: "systems/go-feature-flag.md",
    facts: Facts(
      source: "a file in YAML or JSON",
      evaluation: "queries, JSON logic, percentages, schedules",
      trace: "each comparison, and the bucket",
      forcing: "for everyone, a key, an attribute",
      served: "providers of OpenFeature, in-process and remote",
      counts: "events of providers"
    ),
    formats: [
      FlagSystemFormat(name: "goff", meaning: "the flags of GO Feature Flag, in YAML or JSON") {
        settings in
        ConfigurationFormat.goFeatureFlag(now: settings.now)
          .withoutLines(ifMerged: GoFeatureFlagFiles.prefix, settings)
      }
    ],
    sources: [
      .server(
        of: GoFeatureFlagSource.self,
        "goff+https://HOST[/BASE]",
        "the flags of a relay proxy of GO Feature Flag; its key comes from `--header-file`",
        format: "goff"
      ),
      .files(
        GoFeatureFlagFiles.prefix,
        "several files of GO Feature Flag; a flag of a later file replaces that of an earlier one",
        format: "goff"
      ) { _ in GoFeatureFlagFiles.add },
    ],
    options: [SystemOption.time.row],
    sdks: SDKSignatures(userAgents: ["gofeatureflag": "GO Feature Flag"]),
    document: .goFeatureFlag,
    routes: GoFeatureFlagRoutes.all
  )
}

/// Merges several files, of which a later one replaces the flags of an earlier one.
enum GoFeatureFlagFiles {
  static let prefix = "goff:"

  @Sendable
  static func add(
    to document: inout MergedDocument,
    _ bytes: [UInt8],
    of file: String
  ) throws(DocumentError) {
    let node = try DocumentGrammar.goFeatureFlag.read(bytes).node
    guard node.members != nil else { throw node.mismatch(expected: "an object with the flags") }
    let flags = GoFeatureFlagDocument.isResponse(node) ? node["flags"] : node
    for flag in flags?.members ?? [] { try document.add(flag.key, flag.node, to: "") }
  }
}

extension DocumentKind {
  static let goFeatureFlag = DocumentKind(
    "a document of GO Feature Flag",
    of: GoFeatureFlagEvaluator.self
  )
}

/// Polls the flags of a relay proxy of GO Feature Flag, which has already left out invalid flags.
package struct GoFeatureFlagSource: SDKSource {
  package static let prefix = "goff+"
  package let server: SourceServer
  package let request: HTTPRequest

  fileprivate static let path = "/v1/flag/configuration"

  package init(_ server: SourceServer, _ request: HTTPRequest) {
    self.server = server
    var request = request
    request.method = "POST"
    request.body = Array("{}".utf8)
    self.request = request
  }

  package static func endpoint(of url: String) -> String? {
    ServiceURL(url, removing: [path]).url(of: path)
  }

  package static var standardHeaders: HTTPHeaders {
    ["Accept": "application/json", "Content-Type": "application/json"]
  }
}

extension ConfigurationFormat {
  /// The format of documents of GO Feature Flag, whose flags a ``GoFeatureFlagEvaluator`` evaluates.
  ///
  /// - Parameter now: Returns the time of an evaluation.
  /// - Returns: The format with the name `goff`.
  package static func goFeatureFlag(
    now: @escaping @Sendable () -> Timestamp = Timestamp.current
  ) -> ConfigurationFormat {
    ConfigurationFormat(
      name: "goff",
      recognises: { bytes in
        guard bytes.contains(text: "defaultRule"), bytes.contains(text: "variations") else {
          return false
        }
        return isTOML(bytes)
          || DocumentEncoding.isJSONOrYAML(bytes) { GoFeatureFlagDocument.isLikely($0) }
      },
      read: { bytes throws(DocumentError) in
        guard !isTOML(bytes) else {
          let expected = "YAML or JSON, to which the file has to be converted"
          throw .unexpected(path: "", line: 1, found: "TOML", expected: expected)
        }
        let document = try GoFeatureFlagDocument(bytes: bytes)
        let evaluator = GoFeatureFlagEvaluator(document, now: now)
        return Configuration(document.features, document.problems, evaluator)
      }
    )
    .described(by: "flags with \"variations\" and \"defaultRule\"", .goFeatureFlag)
  }
}

/// Whether a document has the tables of TOML, which GO Feature Flag reads, too.
private func isTOML(_ bytes: [UInt8]) -> Bool {
  [".variations]", ".defaultRule]"].allSatisfy { bytes.contains(text: $0) }
}

extension GoFeatureFlagDocument {
  /// Whether an entry of a document is a flag of GO Feature Flag.
  fileprivate static func isLikely(_ document: Node) -> Bool {
    let entries = (isResponse(document) ? document["flags"] : document)?.members ?? []
    return entries.contains { entry in
      entry.node["defaultRule"]?.members != nil && entry.node["variations"]?.members != nil
    }
  }
}
