import Foundation
import TestSupport

/// A source of documentation with symbol links and examples: a Swift file or an article.
struct DocumentationSource: Sendable {
  /// A line of documentation, without the slashes of a comment.
  struct Line: Sendable {
    /// The line number, counted from 1.
    let number: Int
    let text: String
  }

  /// A symbol link in double backticks.
  struct Link: Sendable {
    let line: Int
    let text: String
  }

  /// The code of a fenced block whose language is Swift.
  struct Example: Sendable {
    /// The line of the fence that starts the block.
    let line: Int
    let code: String
  }

  /// The path relative to the repository, such as `Sources/Networking/HTTPClient.swift`.
  let path: String
  let isArticle: Bool
  private let lines: [Line]

  /// Parses a file: of a Swift file the doc comments, of other files all lines.
  init(path: String, text: String) {
    self.path = path
    isArticle = !path.hasSuffix(".swift")
    let all = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    if isArticle {
      lines = all.map { Line(number: $0 + 1, text: String($1)) }
    } else {
      lines = all.compactMap { number, line in
        let trimmed = line.drop { $0 == " " }
        guard trimmed.hasPrefix("///") else { return nil }
        let text = trimmed.dropFirst(3)
        return Line(number: number + 1, text: String(text.first == " " ? text.dropFirst() : text))
      }
    }
  }

  /// The Swift files and articles of the given module.
  static func all(of module: String) throws -> [DocumentationSource] {
    let folder = SourceCode.folders[module] ?? module
    let path = repository.appending(path: folder).path
    let paths = try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
    return try paths.filter { $0.hasSuffix(".swift") || $0.hasSuffix(".md") }.map { path in
      try read("\(folder)/\(path)")
    }
  }

  /// Reads a file by its path relative to the repository.
  static func read(_ path: String) throws -> DocumentationSource {
    let text = try String(contentsOf: repository.appending(path: path), encoding: .utf8)
    return DocumentationSource(path: path, text: text)
  }

  static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  /// The symbol links outside fenced blocks.
  var links: [Link] {
    var links: [Link] = []
    var isFenced = false
    for line in lines {
      if line.isFence {
        isFenced.toggle()
      } else if !isFenced {
        let parts = line.text.components(separatedBy: "``")
        // Parts with an odd index are links: they follow an opening pair of backticks.
        for index in stride(from: 1, to: parts.count - 1, by: 2) {
          links.append(Link(line: line.number, text: parts[index]))
        }
      }
    }
    return links
  }

  /// The fenced blocks of Swift code.
  var examples: [Example] {
    var examples: [Example] = []
    var start: Line?
    var code: [String] = []
    for line in lines {
      if let open = start, line.isFence {
        if open.text.drop(while: { $0 == " " }) == "```swift" {
          examples.append(Example(line: open.number, code: code.joined(separator: "\n")))
        }
        start = nil
        code = []
      } else if start != nil {
        code.append(line.text)
      } else if line.isFence {
        start = line
      }
    }
    return examples
  }
}

extension DocumentationSource.Line {
  fileprivate var isFence: Bool { text.drop { $0 == " " }.hasPrefix("```") }
}
