import Dashboard
import Foundation
import Testing

@testable import halyard

/// The README says what is so.
struct ReadmeTests {
  private static let text: String = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    // A README that is not there makes every test below fail.
    return (try? String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8))
      ?? ""
  }()

  @Test func `The table of keys is that of the actions`() {
    #expect(Self.text.contains(Action.readmeTable()))
  }

  @Test(arguments: ["make run", "make test"])
  func `The two commands are named`(command: String) {
    #expect(Self.text.contains(command))
  }

  @Test func `Every command of the program is named`() {
    for command in Command.allCases where command != .dashboard {
      #expect(Self.text.contains("halyard \(command.rawValue)"), "halyard \(command.rawValue)")
    }
  }

  @Test func `Every picture and link leads somewhere`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let targets = Self.text.matches(of: /\]\(([^)#:]+)\)/).map { String($0.output.1) }
    #expect(!targets.isEmpty)
    for target in targets {
      let path = root.appendingPathComponent(target).path
      #expect(FileManager.default.fileExists(atPath: path), "\(target)")
    }
  }
}
