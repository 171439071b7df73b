import Documents
import FlagSystem
import Foundation
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests the page about JSON: its examples are the output of the commands, and its tables have each member.
struct JSONPageTests {
  private static let isRecording = ProcessInfo.processInfo.environment["HALYARD_RECORD"] == "1"
  /// The commands whose example is not compared: it depends on the machine, or the command does not end.
  private static let varying: Set = ["doctor", "connectivity", "watch", "serve"]

  @Test func `the page about JSON has a section for each command with the option`() throws {
    let page = try JSONPage()
    let names = CommandTable.all.filter { $0.options.contains(.json) }.map(\.name)
    #expect(names.count > 20)
    for name in names { #expect(page.section(of: name) != nil, "\(name)") }
  }

  @Test func `the JSON examples of the documentation are the output of their commands`()
    async throws
  {
    let page = try JSONPage()
    let folder = try ExampleFolder(team: await LocalEtcd.sharedAddress())
    var text = page.page.text
    for section in page.sections {
      guard let type = section.output, let example = section.example else { continue }
      var output = ""
      for line in section.commands {
        let run = try folder.run(folder.words(of: CommandExample(page: JSONPage.path, line: line)))
        #expect(run.exitCode < 2, "\(line): \(run.errors)")
        output = run.output
      }
      let values = [JSONValue(parsing: output), JSONValue(parsing: example)]
      for value in values {
        let value = try #require(value, "\(section.title): \(output)")
        let problems = page.problems(of: value, as: type)
        #expect(problems.isEmpty, "\(section.title): \(problems.joined(separator: "\n"))")
      }
      guard !Self.varying.contains(where: { section.title.hasSuffix($0) }),
        output.withoutRunValues != example.withoutRunValues
      else { continue }
      text = text.replacing(section.text, with: section.text.replacing(example, with: output))
      if !Self.isRecording {
        Issue.record("\(section.title): HALYARD_RECORD=1 replaces the example by\n\(output)")
      }
    }
    if Self.isRecording, text != page.page.text { try page.page.write(text) }
  }

  @Test(arguments: ["watch", "serve"])
  func `the events of a command have the members that the page about JSON names`(command: String)
    async throws
  {
    let page = try JSONPage()
    let section = try #require(page.section(of: command))
    let folder = try ExampleFolder(team: await LocalEtcd.sharedAddress())
    let end = try await folder.run(
      [command, "--json"],
      until: command == "serve" ? "listening" : "New Cart",
      then: "\u{3}"
    )
    let output = String(decoding: end?.output ?? [], as: UTF8.self)
    let lines = (output + "\n" + (section.example ?? "")).split(whereSeparator: \.isNewline)
    let events = lines.compactMap { JSONValue(parsing: String($0)) }
    #expect(events.count > 2, "\(output)")
    for event in events {
      let name = try #require(event["event"]?.string)
      let rows = DocumentationPage.tables(in: section.text.split(separator: "\n")).joined()
      let row = try #require(rows.first { $0[0].contains("`\(name)`") }, "\(name)")
      for member in event.members ?? [] where !["time", "event"].contains(member.key) {
        #expect(row.last?.contains("`\(member.key)`") == true, "\(name): \(member.key)")
      }
      guard let feature = event["feature"], name != "users" else { continue }
      #expect(page.problems(of: feature, as: "[feature](#feature)") == [])
    }
  }
}
