import Foundation
import TestSupport
import Testing

/// The symbol links in doc comments and articles of the libraries.
struct SymbolLinkTests {
  static let libraries = [
    "AscendExperiments", "Connectivity", "ConnectivityFoundation", "Dashboard", "FeatureFlags",
    "LetterCase", "Networking", "Optimizely", "Pacing", "RemoteConfig", "Terminal",
  ]

  @Test func `each symbol link resolves to a symbol that its reader can use`() async throws {
    let folder = try TemporaryFolder()
    var index = SymbolIndex()
    var contexts: [String: [Int: SymbolIndex.Context]] = [:]
    for library in Self.libraries {
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
    for library in Self.libraries {
      for source in try DocumentationSource.all(of: library) {
        let uri = DocumentationSource.repository.appending(path: source.path).absoluteString
        for link in source.links {
          let context = contexts[uri]?[link.line] ?? (source.isArticle ? .article : .file)
          #expect(
            index.resolves(link.text, from: context),
            "\(source.path):\(link.line): ``\(link.text)`` names no symbol"
          )
          count += 1
        }
      }
    }
    #expect(count > 50, "too few symbol links were found")
  }
}
