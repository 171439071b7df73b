import Foundation
import TestSupport
import Testing

/// Tests that the Swift examples of the documentation compile.
struct ExampleTests {
  @Test(arguments: SymbolLinkTests.libraries)
  func `each example of a library compiles with only the library imported`(
    library: String
  ) async throws {
    let targets = [library] + (SymbolLinkTests.engines[library].map { [$0] } ?? [])
    let sources = try targets.flatMap(DocumentationSource.all)
    try await check(sources.filter { !$0.examples.isEmpty }, Page(path: "", library: library))
  }

  @Test(arguments: Page.all)
  func `each example of a migration guide compiles with only the library imported`(page: Page)
    async throws
  {
    try await check([.read(page.path)], page)
  }

  /// Type-checks the examples of all sources as one program, and records each error with its
  /// location.
  private func check(_ sources: [DocumentationSource], _ page: Page) async throws {
    let folder = try TemporaryFolder()
    var locations: [String: (path: String, line: Int)] = [:]
    for source in sources {
      // Skips fragments of a package manifest, which do not import the library.
      for example in source.examples
      where !example.code.hasPrefix(".product") && !example.code.hasPrefix(".package") {
        let program = ExampleProgram(
          example.code,
          importing: page.library,
          parameters: page.parameters
        )
        let file = try folder.write(program.text, to: "Example\(locations.count).swift")
        locations[file] = (source.path, example.line + 1 - program.firstLine)
      }
    }
    guard !locations.isEmpty else { return }
    let context = "import Foundation\nimport \(page.library)\n\(page.declarations)\n"
    let output = try await Compiler.run(
      ["-typecheck", "-parse-as-library", "-swift-version", "6", "-module-name", "Client"]
        + ["-I", Compiler.modules, try folder.write(context, to: "Context.swift")]
        + locations.keys.sorted()
    )
    for diagnostic in output.split(separator: "\n") {
      // A diagnostic of the compiler starts with `file:line:column: error: `.
      let parts = diagnostic.split(separator: ":", maxSplits: 4).map(String.init)
      guard parts.count == 5, parts[3] == " error", let line = Int(parts[1]) else { continue }
      let location = locations[parts[0]] ?? (parts[0], 0)
      Issue.record("\(location.path):\(location.line + line):\(parts[4])")
    }
  }
}

extension ExampleTests {
  /// A page of documentation, and the names that the text around its examples introduces.
  struct Page: Sendable, CustomStringConvertible {
    let path: String
    let library: String
    /// The parameters of the function around each example, which declare the names of values.
    var parameters = ""
    /// The declarations of types and functions that the examples use.
    var declarations = ""

    var description: String { path }

    static let all = [
      Page(
        path: "docs/coming-from-ascend.md",
        library: "AscendExperiments",
        parameters: "_ experiments: AscendExperiments",
        declarations: """
          struct AnalyticsSettings: AscendConfiguration {
            let pluginType = AscendPluginType.analytics
          }
          final class Analytics: AscendPluginProtocol {
            static let pluginType = AscendPluginType.analytics
            let isInitialized = true
            func initialize() throws {}
            func configure<Settings: AscendConfiguration>(with configuration: Settings) throws {}
            func onNotify(event: AscendEvent, data: [String: Any]?) {}
          }
          """
      ),
      Page(
        path: "docs/coming-from-connectivity.md",
        library: "ConnectivityFoundation",
        parameters: "_ connectivity: Connectivity"
      ),
      Page(
        path: "docs/coming-from-experiments.md",
        library: "RemoteConfig",
        parameters: "_ service: RemoteConfigService",
        declarations: """
          enum Speed: String, CaseIterable, StringRemoteValue { case slow, fast }
          enum Key: String, CaseIterable, RemoteKey {
            case speed
            var valueType: any RemoteValue.Type { Speed.self }
          }
          func show(_ speed: Speed) {}
          """
      ),
      Page(
        path: "docs/coming-from-featureflags.md",
        library: "FeatureFlags",
        parameters: "_ path: String"
      ),
      Page(path: "docs/coming-from-lettercase.md", library: "LetterCase"),
      Page(
        path: "docs/coming-from-optimizely.md",
        library: "Optimizely",
        parameters: "_ client: OptimizelyClient, _ user: OptimizelyUserContext, _ screen: Screen",
        declarations: """
          @MainActor final class Screen { func show(_ result: OptimizelyResult<Data>) {} }
          """
      ),
    ]
  }
}
