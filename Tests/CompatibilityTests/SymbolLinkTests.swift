import Foundation
import TestSupport
import Testing

/// Tests the symbol links in doc comments and articles of the libraries.
struct SymbolLinkTests {
  /// The library products of the package, except the macros, which need a compiler plug-in.
  static let libraries: [String] = {
    let manifest = DocumentationSource.repository.appending(path: "Package.swift")
    // Drops the error of an unreadable manifest: without libraries, the test of the links fails.
    let text = (try? String(contentsOf: manifest, encoding: .utf8)) ?? ""
    return text.components(separatedBy: ".library(name: \"").dropFirst()
      .compactMap { $0.components(separatedBy: "\"").first }
      .filter { $0 != "RemoteConfigMacros" }.sorted()
  }()

  /// Targets that the libraries depend on; the documentation can link to their symbols.
  private static let foundations =
    ["Documents", "Files", "Locking", "Text"] + engines.values.sorted()

  /// The engines of the libraries that have a facade; an app imports the facade only.
  static let engines = ["AscendExperiments": "AscendEngine", "Optimizely": "OptimizelyEngine"]

  @Test func `each symbol link resolves to a symbol that its reader can use`() async throws {
    let folder = try TemporaryFolder()
    var index = SymbolIndex()
    var contexts: [String: [Int: SymbolIndex.Context]] = [:]
    for library in Self.libraries + Self.foundations {
      let symbols = try await SymbolGraph.extract(library, into: URL(filePath: folder.path))
      #expect(!symbols.isEmpty, "no symbols of \(library)")
      index.add(symbols, of: library)
      for symbol in symbols {
        guard let comment = symbol.docComment, let uri = comment.uri else { continue }
        let context = SymbolIndex.Context(path: symbol.pathComponents, isPublic: symbol.isPublic)
        for line in comment.lines.compactMap(\.range?.start.line) {
          contexts[uri, default: [:]][line + 1] = context
        }
      }
    }
    var count = 0
    for library in Self.libraries + Self.foundations {
      for source in try DocumentationSource.all(of: library) {
        let uri = DocumentationSource.repository.appending(path: source.path).absoluteString
        for link in source.links {
          let context = contexts[uri]?[link.line] ?? (source.isArticle ? .article : .file)
          // Stores the result first: `#expect` of the call would print the whole index on failure.
          let resolves = index.resolves(link.text, from: context)
          #expect(resolves, "\(source.path):\(link.line): ``\(link.text)`` names no symbol")
          count += 1
        }
      }
    }
    #expect(count > 50, "too few symbol links were found")
  }
}
