import Foundation
import TestSupport
import Testing

/// Tests that the flows in `docs/flows.md`, which list the type at each step, match the code.
struct FlowTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

  /// A step of a flow: a type in a file, and the shapes (types of values) that a change has there.
  private struct Step {
    let type: String
    let file: String
    let shapes: [String]
  }

  /// The flows of the page, each with its title and its steps.
  private static func flows() throws -> [(title: String, steps: [Step])] {
    let page = try String(contentsOf: root.appending(path: "docs/flows.md"), encoding: .utf8)
    return page.components(separatedBy: "\n## ").dropFirst().map { flow in
      let lines = flow.split(separator: "\n")
      let steps = lines.filter { $0.hasPrefix("|") }.dropFirst(2).map { line in
        let cells = line.components(separatedBy: "|").map { $0.components(separatedBy: "`") }
        let names = cells[4].enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        return Step(type: cells[2][1], file: cells[3][1], shapes: names)
      }
      return (String(lines[0]), steps)
    }
  }

  @Test func `each step in the page about flows names a file that declares or extends its type`()
    throws
  {
    let flows = try Self.flows()
    #expect(flows.count == 8)
    for step in flows.flatMap(\.steps) {
      let code = try #require(try SourceCode.text(ofFile: step.file), "no \(step.file)")
      let declaration = try Regex(
        "(struct|class|enum|protocol|extension) \\(?\(step.type)\\b"
      )
      #expect(code.contains(declaration), "\(step.file) declares no \(step.type)")
    }
  }

  @Test(arguments: [
    (0, files: 22, shapes: 5), (1, files: 13, shapes: 6), (2, files: 8, shapes: 6),
    (3, files: 9, shapes: 6), (4, files: 5, shapes: 0), (5, files: 7, shapes: 0),
    (6, files: 2, shapes: 0), (7, files: 9, shapes: 3),
  ])
  func `each documented flow passes through a limited number of files and value types`(
    flow: Int,
    files: Int,
    shapes: Int
  ) throws {
    let steps = try Self.flows()[flow].steps
    #expect(Set(steps.map(\.file)).count <= files)
    #expect(Set(steps.flatMap(\.shapes)).count <= shapes)
  }

  @Test func `the headers ETag and If-None-Match are read and written in two source files only`()
    throws
  {
    let found = try SourceCode.files(containing: /"(?:ETag|If-None-Match)"[\]):]/)
    #expect(found == ["Networking/HTTPRevision.swift", "Serving/Model/ServedDocument.swift"])
  }

  @Test func `each file that the page about the architecture names exists`() throws {
    let page = try String(
      contentsOf: Self.root.appending(path: "docs/ARCHITECTURE.md"),
      encoding: .utf8
    )
    let names = Set(page.matches(of: /`([A-Za-z+.]+\.swift)`/).map { String($0.output.1) })
    #expect(names.count > 30)
    for name in names.sorted() where name != "Package.swift" {
      #expect(try SourceCode.text(ofFile: name) != nil, "no \(name)")
    }
  }

  @Test func `the page about the architecture names every target`() throws {
    let page = try String(
      contentsOf: Self.root.appending(path: "docs/ARCHITECTURE.md"),
      encoding: .utf8
    )
    for target in SourceCode.folders.keys.sorted() {
      #expect(page.contains("`\(target)`"), "no layer has \(target)")
    }
  }
}
