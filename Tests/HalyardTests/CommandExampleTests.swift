import Foundation
import TestSupport
import Testing

@testable import halyard

/// Tests that the example commands in the documentation succeed, with the built-in configuration or with
/// the source that they name.
struct CommandExampleTests {
  /// The words of commands that run until the user ends them, with the key that ends each command and a
  /// text that it prints before.
  private static let endless: [(word: String, key: String, text: String)] = [
    ("serve", "\u{3}", "OFREP_ENDPOINT"), ("watch", "\u{3}", "New Cart"), ("--serve", "q", "quit"),
    ("--team", "q", "quit"), ("tour", "q", "1/8"),
  ]
  /// The prefix of sources on a public service: the arguments of their examples are only parsed.
  private static let publicSource = "optimizely:"

  /// The allowed exit codes of commands that can end without success.
  private static let results: [String: Set<Int32>] = [
    "diff": [0, 1], "bisect": [0, 1], "assert": [0, 1], "user": [0, 1],
  ]

  @Test(arguments: try CommandExample.pages())
  func `the example commands of a documentation page succeed in their order`(
    page: String
  ) async throws {
    try await run(
      CommandExample.examples(of: page),
      minimum: page.hasSuffix("/commands.md") ? 30 : 0
    )
  }

  @Test func `the commands and options that the text of a page names exist`() throws {
    let names = Set(CommandTable.all.map(\.name))
    let flags = Set(Option.allCases.map(\.flag))
    var count = 0
    for page in try DocumentationPage.all() {
      let text = page.lines.joined(separator: "\n")
      for code in text.matches(of: /`halyard ([^`\[]+)`/).map(\.output.1) {
        let words = (CommandWords.split(String(code)) ?? []).prefix { $0 != "--" }
        let first = words.first ?? ""
        let isSource = first.contains(/[.:+]/) || first == "SOURCE" || first.hasPrefix("-")
        #expect(isSource || names.contains(first), "\(page.path): \(code)")
        for word in words where word.hasPrefix("--") {
          #expect(flags.contains(String(word.prefix { $0 != "=" })), "\(page.path): \(code)")
        }
        count += 1
      }
    }
    #expect(count > 40)
  }

  @Test func `the example commands of the manual page succeed in their order`() async throws {
    try await run(CommandExample.examplesOfManual, minimum: 3)
  }

  private func run(_ examples: [CommandExample], minimum: Int) async throws {
    #expect(examples.count >= minimum)
    guard !examples.isEmpty else { return }
    let folder = try ExampleFolder(team: await LocalEtcd.sharedAddress())
    for example in examples {
      let words = try folder.words(of: example)
      if words.contains(where: { $0.hasPrefix(Self.publicSource) }) {
        _ = try Arguments.command(words.map(folder.resolved))
        continue
      }
      let endless = Self.endless.first { $0.word == words.first || $0.word == words.last }
      if let endless {
        let end = try await folder.run(words, until: endless.text, then: endless.key)
        #expect([0, 130].contains(end?.exitCode), "\(example)")
        continue
      }
      let run = try folder.run(words)
      let codes = Self.results[words.first ?? ""] ?? [0]
      #expect(codes.contains(run.exitCode), "\(example): \(run.exitCode), \(run.errors)")
    }
  }
}
