import FeatureFlags
import FlagSystem
import Foundation
import Testing

@testable import halyard

/// Tests the pages of the documentation: the parts that are generated from tables of the program, the links,
/// and the form of the pages.
struct DocumentationTests {
  private static let isRecording = ProcessInfo.processInfo.environment["HALYARD_RECORD"] == "1"

  @Test func `the generated parts of the documentation equal the tables of the program`() throws {
    for page in try DocumentationPage.all() {
      var text = page.text
      for found in page.text.matches(of: /<!-- generated: (\S+) -->\n((?:.|\n)*?)<!-- end -->/) {
        let part = GeneratedPart.all.first { $0.name == found.output.1 }
        guard let part else {
          Issue.record("\(page.path): there is no generated part \(found.output.1)")
          continue
        }
        text = text.replacing(part.inPage(String(found.output.2)), with: part.inPage(part.text))
      }
      guard text != page.text else { continue }
      guard !Self.isRecording else {
        try page.write(text)
        continue
      }
      Issue.record(
        """
        \(page.path) differs from the tables of the program; this command rewrites its generated parts:
        HALYARD_RECORD=1 swift test --disable-xctest --filter DocumentationTests
        """
      )
    }
  }

  @Test func `each generated part of the documentation is in exactly one page`() throws {
    let pages = try DocumentationPage.all()
    for part in GeneratedPart.all {
      let mark = "<!-- generated: \(part.name) -->"
      let found = pages.filter { $0.text.contains(mark) }.map(\.path)
      #expect(found.count == 1, "\(part.name): \(found)")
    }
  }

  @Test func `the pages of flag systems list the search terms of all kinds of flags`() throws {
    let text = try FlagSystems.all.map { try DocumentationPage("docs/\($0.page)").text }.joined()
    let others: Set = ["rollout", "a/b-test", "parameter"]
    for token in FeatureKind.systemTokens where !others.contains(token) {
      #expect(text.contains("`type:\(token)`"), "\(token)")
    }
  }

  @Test func `a long table cell of the documentation is not repeated in a table of another page`()
    throws
  {
    let lines = GeneratedPart.all.flatMap { $0.text.split(separator: "\n") }
    let generated = Set(DocumentationPage.tables(in: lines).joined().joined())
    var pages: [String: Set<String>] = [:]
    for page in try DocumentationPage.all() {
      // Shorter cells and those with code are names and phrases, which any page may have.
      for cell in page.tables.joined().joined()
      where cell.count >= (generated.contains(cell) ? 16 : 40) && !cell.hasPrefix("`") {
        pages[cell, default: []].insert(page.path)
      }
    }
    for (cell, paths) in pages where paths.count > 1 {
      Issue.record("\(paths.sorted()): \(cell)")
    }
  }

  /// The pages that list everything, and those that need their length.
  private static let longPages: Set = ["docs/ARCHITECTURE.md"]

  @Test func `no page of the documentation has more than 12 kB, except references`() throws {
    for page in try DocumentationPage.docs()
    where !page.path.hasPrefix("docs/reference/") && !Self.longPages.contains(page.path) {
      #expect(page.text.utf8.count <= 12 << 10, "\(page.path): \(page.text.utf8.count)")
    }
  }

  @Test func `no table of the documentation has more than seven columns`() throws {
    for page in try DocumentationPage.all() {
      for table in page.tables {
        let columns = table.map(\.count).max() ?? 0
        #expect(columns <= 7, "\(page.path): \(table.first ?? [])")
      }
    }
  }

  @Test func `each picture is in a page of the documentation, and each is rendered`() throws {
    let pages = try DocumentationPage.all()
    let shown = Set(
      pages.flatMap { page in page.links.compactMap { page.target(of: $0) } }
        .filter { $0.hasPrefix("screenshots/") && $0.hasSuffix(".svg") }
    )
    let names = try FileManager.default.contentsOfDirectory(
      atPath: DocumentationPage.root.appending(path: "screenshots").path
    )
    let pictures = Set(names.filter { $0.hasSuffix(".svg") }.map { "screenshots/\($0)" })
    #expect(shown == pictures)
    let tool = try DocumentationPage("Tools/screenshots").text
    for picture in pictures {
      let name = picture.dropFirst("screenshots/".count).dropLast(".svg".count)
      let isRendered = tool.contains("\npicture \(name) ") || tool.contains("/\(name).svg")
      #expect(isRendered, "\(picture)")
    }
  }

  @Test func `each link in the documentation leads to a file or a heading that exists`() throws {
    var count = 0
    for page in try DocumentationPage.all() {
      for link in page.links {
        #expect(try page.resolves(link), "\(page.path): \(link)")
        count += 1
      }
    }
    #expect(count > 100)
  }

  @Test
  func `each page of the documentation starts with its purpose and ends with a link to read next`()
    throws
  {
    for page in try DocumentationPage.docs() {
      let paragraphs = page.paragraphs
      #expect(paragraphs.first?.hasPrefix("# ") == true, "\(page.path)")
      let purpose = paragraphs.dropFirst().first ?? ""
      let isProse = purpose.first.map { $0.isLetter || $0 == "`" } == true
      #expect(
        isProse && !purpose.hasPrefix("```") && purpose.contains("."),
        "\(page.path): \(purpose)"
      )
      let end = paragraphs.last ?? ""
      #expect(end.hasPrefix("Next: ") && end.contains("]("), "\(page.path): \(end)")
    }
  }

  @Test func `the index of the documentation has one link to each page`() throws {
    let index = try DocumentationPage("docs/README.md")
    let targets = index.lines.joined(separator: "\n").prefixBeforeNext
      .matches(of: /\]\(([^)#]+\.md)\)/).compactMap { index.target(of: String($0.output.1)) }
    let pages = try DocumentationPage.docs().map(\.path).filter { $0 != index.path }
    #expect(targets.filter { $0.hasPrefix("docs/") }.sorted() == pages.sorted())
  }
}

extension String {
  /// The text before the line that says where to go next.
  fileprivate var prefixBeforeNext: Substring {
    self[..<(range(of: "\nNext: ")?.lowerBound ?? endIndex)]
  }
}
