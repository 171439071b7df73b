import Foundation

/// The symbols of one module, as `swift-symbolgraph-extract` writes them.
struct SymbolGraph: Decodable, Sendable {
  /// A declaration, with the lines of its doc comment.
  struct Symbol: Decodable, Sendable {
    struct Kind: Decodable, Sendable {
      let identifier: String
    }

    struct DocComment: Decodable, Sendable {
      struct Line: Decodable, Sendable {
        struct Span: Decodable, Sendable {
          struct Position: Decodable, Sendable {
            let line: Int
          }

          let start: Position
        }

        let range: Span?
      }

      let uri: String?
      let lines: [Line]
    }

    let kind: Kind
    /// The names of the enclosing types and of the symbol, such as `HTTPClient`,
    /// `send(_:progress:)`.
    let pathComponents: [String]
    let accessLevel: String
    let docComment: DocComment?

    /// Whether other packages can use the symbol.
    var isPublic: Bool { accessLevel == "public" || accessLevel == "open" }
  }

  let symbols: [Symbol]

  /// Extracts the symbols of a module, and those that its extensions add to types of other modules.
  ///
  /// The module must have been built with the tests. `swift-symbolgraph-extract` writes JSON files
  /// to the given folder.
  static func extract(_ module: String, into folder: URL) async throws -> [Symbol] {
    let output = folder.appending(path: module)
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    try await Compiler.run(
      tool: "swift-symbolgraph-extract",
      [
        "-module-name", module, "-I", Compiler.modules, "-target", target,
        "-output-dir", output.path, "-minimum-access-level", "private",
        "-skip-synthesized-members", "-skip-inherited-docs",
      ]
    )
    let files = try FileManager.default.contentsOfDirectory(
      at: output,
      includingPropertiesForKeys: nil
    )
    return try files.flatMap {
      try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: $0)).symbols
    }
  }

  /// The target triple of the running tests, which `swift-symbolgraph-extract` requires.
  private static var target: String {
    #if arch(arm64)
    "aarch64-unknown-linux-gnu"
    #else
    "x86_64-unknown-linux-gnu"
    #endif
  }
}
