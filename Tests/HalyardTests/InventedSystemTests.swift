import Documents
import FeatureFlags
import FlagSystem
import HTTPServer
import Networking
import Serving
import TestSupport
import Testing

@testable import halyard

/// Tests that one row in the table of flag systems is enough to add a system, with an invented system whose
/// documents are `{"lantern": {"FLAG": true}}`.
struct InventedSystemTests {
  private static let document = Array(#"{"lantern": {"bow": true, "stern": false}}"#.utf8)

  /// Performs a test with the table of the program and one more row.
  private static func withLantern<Result>(
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await FlagSystems.$all.withValue(FlagSystems.all + [.lantern]) { try await body() }
  }

  @Test
  func `the documents, sources and options of an added flag system are recognised and listed`()
    async throws
  {
    await Self.withLantern {
      #expect(FileFormats.format(of: Self.document, SourceOptions()).name == "lantern")
      #expect(SourceKinds.kind(of: "lantern+https://h.test/").format == "lantern")
      #expect(Option.allCases.contains { $0.flag == "--lantern-colour" })
      #expect(Option.format.completion == .words(FileFormats.names))
      #expect(FileFormats.names.contains("lantern"))
      let help = SourcesHelp.text(columns: 200)
      for text in ["Lantern:", "lantern+https://HOST", "flags of lanterns", "every ship"] {
        #expect(help.contains(text), "\(text)")
      }
      let shown = URLRedaction.redacted("lantern+https://ana:pw@h.test/f?token=1")
      #expect(shown.hasPrefix("lantern+https://") && !shown.contains("pw") && !shown.contains("=1"))
    }
    #expect(!Option.allCases.contains { $0.flag == "--lantern-colour" })
  }

  @Test
  func `an option of an added flag system is parsed, and passed to the evaluator of the system`()
    async throws
  {
    try await Self.withLantern {
      let options = try Arguments(["list", "--lantern-colour", "red"]).sourceOptions()
      let configuration = try FileFormats.parse(Self.document, options)
      let feature = try #require(configuration.features.first)
      let trace = configuration.evaluator.explanation(of: feature, in: EvaluationContext())
      #expect(trace?.remarks == ["the lantern is red"])
      #expect(throws: Failure.self) {
        try Arguments(["list", "--lantern-colour", "blue"]).sourceOptions()
      }
    }
  }

  @Test func `overrides of an added flag system are served on the route of the system`()
    async throws
  {
    try await Self.withLantern {
      var loader = ConfigurationLoader(
        source: InMemorySource(text: String(decoding: Self.document, as: UTF8.self))
      )
      loader.formats = FileFormats.candidates(SystemSettings())
      let session = FlagSession(store: FlagStore(), loader: loader)
      try session.start(with: try await session.load())
      let server = try ServingServer(
        session,
        ServingSettings(
          address: ListenAddress(host: "127.0.0.1", port: 0),
          systems: FlagSystems.all
        )
      )
      let client = HTTPClient()
      func body(_ path: String) async throws -> String {
        String(
          decoding: try await client.send(HTTPRequest(url: server.url + path)).body,
          as: UTF8.self
        )
      }
      #expect(try await body("/lantern") == #"{"bow":true,"stern":false}"#)
      try session.store.override(.enabled(true), for: ["stern"])
      #expect(try await body("/lantern") == #"{"bow":true,"stern":true}"#)
      #expect(try await body("/metrics").contains(#"endpoint="lantern""#))
      #expect(try await body("/flagd/flags.json").contains("but a document of a lantern"))
    }
  }
}

extension FlagSystem {
  fileprivate static let lantern = FlagSystem(
    name: "Lantern",
    page: "lantern.md",
    facts: Facts(
      source: "flags of lanterns",
      evaluation: "none",
      trace: "the colour",
      forcing: "for everyone",
      served: "every ship",
      counts: "none"
    ),
    formats: [
      FlagSystemFormat(name: "lantern", meaning: "the lanterns of a ship") { settings in
        LanternFormat.format(colour: settings[.lanternColour] ?? "white")
      }
    ],
    sources: [
      .server("lantern+https://HOST", "the lanterns of a ship", format: "lantern") {
        url,
        request throws(SourceNameError) in
        try mapError(LanternSource(url, request), to: SourceNameError.source)
      }
    ],
    options: [SystemOption.lanternColour.row],
    document: DocumentKind("a document of a lantern", of: LanternEvaluator.self),
    routes: { _ in
      let document = SystemDocument("lantern") { state, _ in
        let members = state.features.map { feature in
          (key: feature.name.rawValue, value: JSONValue.bool(feature.state(in: .release).isEnabled))
        }
        return Array(JSONValue.object(members).text().utf8)
      }
      return [SystemRoute("lantern", .all(.get, "/lantern"), .document(document))]
    }
  )
}

extension SystemOption<String> {
  fileprivate static var lanternColour: SystemOption {
    SystemOption("lantern-colour", .text("COLOUR", words: ["red", "white"]), help: "The colour.") {
      text throws(SystemOptionError) in
      guard ["red", "white"].contains(text) else { throw .expected("red or white") }
      return text
    }
  }
}

private enum LanternFormat {
  static func format(colour: String) -> ConfigurationFormat {
    ConfigurationFormat(
      name: "lantern",
      recognises: { (try? JSONReader.read($0))?["lantern"]?.members != nil },
      parse: { bytes throws(ConfigurationError) in
        let root = try mapError(JSONReader.read(bytes), to: ConfigurationError.document)
        let features = (root["lantern"]?.members ?? []).map { member in
          Feature(name: Feature.Name(rawValue: member.key), enabled: member.node.bool ?? false)
        }
        var configuration = Configuration(features: features, problems: [])
        configuration.evaluator = LanternEvaluator(colour: colour)
        return configuration
      }
    )
  }
}

private struct LanternEvaluator: FlagEvaluator {
  let colour: String

  func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator { { _, _ in nil } }

  func explanation(of feature: Feature, in context: EvaluationContext) -> Explanation? {
    Explanation(remarks: ["the lantern is \(colour)"])
  }
}

private struct LanternSource: ServerSource {
  static let prefix = "lantern+"
  let server: SourceServer

  init(_ url: String, _ request: SourceRequest) throws(SourceError) {
    server = try SourceServer(
      url,
      of: Self.self,
      headers: request.headers,
      dependencies: ServerDependencies(client: request.makeClient()),
      denying: []
    )
  }

  func read() async throws(SourceError) -> [UInt8] { [] }
}
