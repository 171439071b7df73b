import Foundation
import TestSupport
import Testing

/// The examples in doc comments and articles of the libraries.
struct ExampleTests {
  @Test(arguments: SymbolLinkTests.libraries)
  func `each example compiles with its library imported`(library: String) async throws {
    let folder = try TemporaryFolder()
    var locations: [String: (path: String, line: Int)] = [:]
    for source in try DocumentationSource.all(of: library) {
      for example in source.examples {
        let program = ExampleProgram(example.code, importing: library)
        let file = try folder.write(program.text, to: "Example\(locations.count).swift")
        locations[file] = (source.path, example.line + 1 - program.firstLine)
      }
    }
    guard !locations.isEmpty else { return }
    let output = try await Compiler.run(
      ["-typecheck", "-parse-as-library", "-swift-version", "6", "-module-name", "Client"]
        + ["-I", Compiler.modules] + locations.keys.sorted()
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

/// A file of a program that has the code of an example.
struct ExampleProgram {
  let text: String
  /// The line of the file where the code of the example begins, from 1.
  let firstLine: Int

  /// Makes the file.
  ///
  /// Imports of the example move to the top. The rest is the body of an asynchronous function that
  /// can throw, unless it has declarations that Swift allows at file scope only.
  init(_ code: String, importing library: String) {
    let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
    let imports = lines.filter { $0.hasPrefix("import ") } + ["import \(library)"]
    let body = lines.map { $0.hasPrefix("import ") ? "" : $0 }.joined(separator: "\n")
    let needsFileScope = lines.contains { line in
      ["extension ", "@main", "protocol "].contains { line.hasPrefix($0) }
    }
    let head = imports.joined(separator: "\n") + "\n"
    firstLine = imports.count + (needsFileScope ? 1 : 2)
    text =
      needsFileScope
      ? head + body + "\n"
      : head + "private func example() async throws {\n" + body + "\n}\n"
  }
}
