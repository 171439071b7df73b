import Foundation
import TestSupport
import Testing

@testable import halyard

/// Tests that the examples of commands in the documentation work: on the built-in example, or on the
/// source that they name.
struct CommandExampleTests {
  /// The words of commands that run until they are interrupted or need a team, and the sources of other
  /// servers: their arguments are parsed, other tests run them.
  private static let endless = [
    "serve", "watch", "--serve", "--plain", "team", "--team", "lock-feature", "unlock-feature",
  ]
  private static let servers = ["optimizely:", "ofrep+", "ascend+"]

  /// The exit codes of commands with a result other than success.
  private static let results: [String: Set<Int32>] = ["diff": [0, 1], "bisect": [0, 1]]

  @Test(arguments: try CommandExample.pages())
  func `the examples of a page work in their order`(page: String) async throws {
    try await run(CommandExample.examples(of: page), minimum: page == "README.md" ? 30 : 0)
  }

  @Test func `the examples of the manual page work in their order`() async throws {
    try await run(CommandExample.examplesOfManual, minimum: 3)
  }

  private func run(_ examples: [CommandExample], minimum: Int) async throws {
    #expect(examples.count >= minimum)
    guard !examples.isEmpty else { return }
    let folder = try ExampleFolder()
    for example in examples {
      let words = try folder.words(of: example)
      guard Self.ends(words) else {
        _ = try Arguments.command(words.map(folder.resolved))
        continue
      }
      let run = try folder.run(words)
      let codes = Self.results[words.first ?? ""] ?? [0]
      #expect(codes.contains(run.exitCode), "\(example): \(run.exitCode), \(run.errors)")
    }
  }

  /// Whether the command ends, and needs no server but that of the test.
  private static func ends(_ words: [String]) -> Bool {
    !words.contains { word in endless.contains(word) || servers.contains(where: word.hasPrefix) }
  }
}

/// A folder with the files that the examples name, and a server for their URLs.
private struct ExampleFolder {
  private let folder: TemporaryFolder
  private let server: LocalServer
  private static let host = "https://flags.example.test"

  init() throws {
    folder = try TemporaryFolder()
    server = try LocalServer { Self.response(to: $0, features: Example.text) }
    let datafile = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "datafile.json")
    let files = [
      "datafile.json": try String(contentsOf: datafile, encoding: .utf8),
      "old.json": #"[{ "name": "New Cart" }]"#,
      "new.json": #"[{ "name": "New Cart", "enabled": true }]"#,
      "users.jsonl": #"{ "key": "ana", "plan": "gold" }"#,
      "remote-config-template.json":
        #"{ "parameters": { "size": { "defaultValue": { "value": "4" } } } }"#,
      "experiments.json": #"["checkout_flow"]"#, "token.txt": "0123456789abcdef0123456789abcdef\n",
      "test.sh": "#!/bin/sh\nexit 0\n", "cert.pem": "-", "key.pem": "-",
    ]
    for (name, text) in files { try folder.write(text, to: name) }
    chmod(folder.path(of: "test.sh"), 0o755)
    chmod(folder.path(of: "token.txt"), 0o600)
    // A comparison of the last two versions needs two of them.
    for text in [#"[{ "name": "New Cart" }]"#, Example.text] {
      server.change { Self.response(to: $0, features: text) }
      _ = try run(["refresh", "-s", server.url("/features.json")])
    }
  }

  private static func response(to request: LocalRequest, features: String) -> LocalResponse {
    switch request.target {
    case "/dark.json":
      .text(#"{ "version": 1, "overrides": { "New Cart": { "enabled": false } } }"#)
    case "/ping": .text("pong")
    default: .text(features)
    }
  }

  /// The words of an example with the names of this machine.
  func words(of example: CommandExample) throws -> [String] {
    let report = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .first { $0.hasPrefix("halyard-report-") && $0.hasSuffix(".json") }
    return example.words.map { word in
      if word.hasPrefix("halyard-report-"), let report { return report }
      return word.replacing(Self.host, with: server.url("")).replacing("$USER", with: "ana")
    }
  }

  /// The word, or the absolute path if it names a file of the folder.
  func resolved(_ word: String) -> String {
    let path = folder.path(of: word)
    return !word.isEmpty && FileManager.default.fileExists(atPath: path) ? path : word
  }

  /// Runs a command; only one that names `Features.json` finds that file, others use the built-in
  /// example.
  func run(_ words: [String]) throws -> ProgramRun {
    var words = words
    if words.first == "run" { words = ["run", "--", "true"] }
    let file = "Features.json"
    let names = words.contains(file)
    if names { try folder.write(Example.text, to: file) }
    // Ignores an error: the next command would fail.
    defer { if names { try? FileManager.default.removeItem(atPath: folder.path(of: file)) } }
    return try ProgramRun(
      words,
      environment: [
        "HALYARD_HOME": folder.path(of: "home"), "USER": "ana", "LC_ALL": "C.UTF-8",
        "PATH": "/usr/bin:/bin",
      ],
      folder: folder.path,
      input: "quit\n"
    )
  }
}
