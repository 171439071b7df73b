import Documents
import Foundation
import Frame
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// The environment of the example commands in the documentation: a folder with the files that they name, a
/// server for their URLs, and the namespace of a team.
struct ExampleFolder {
  private let folder: TemporaryFolder
  private let server: LocalServer
  private let team: String
  private static let host = "https://flags.example.test"
  /// A document that Unleash sends to server SDKs.
  private static let unleash =
    #"{ "version": 2, "features": [{ "name": "checkout", "enabled": true, "strategies": [] }] }"#

  /// A document that LaunchDarkly sends to server SDKs.
  private static let launchDarkly = """
    { "flags": { "checkout": { "on": true, "variations": [true, false], "offVariation": 1,
      "fallthrough": { "variation": 0 } } }, "segments": {} }
    """
  /// A document that GrowthBook sends to SDKs.
  private static let growthBook = #"{ "features": { "checkout": { "defaultValue": true } } }"#

  private static let flagd =
    #"{ "flags": { "checkout": { "state": "ENABLED", "variants": { "on": true } } } }"#
  private static let goff = "checkout: {variations: {on: 1}, defaultRule: {variation: on}}\n"
  /// A template of Remote Config for clients.
  private static let template = """
    { "conditions": [{ "name": "Spain", "expression": "device.country in ['es']" }],
      "parameters": { "welcome": { "defaultValue": { "value": "Hello" },
        "conditionalValues": { "Spain": { "value": "Hola" } } } } }
    """

  /// Creates the folder and its files; `team` is the address of the team.
  init(team: String) throws {
    self.team = team
    folder = try TemporaryFolder()
    let certificate = try CertificateFiles(name: "IP:127.0.0.1")
    server = try LocalServer { Self.response(to: $0, features: Example.text) }
    let datafile = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "OptimizelyTests/Fixtures/datafile.json")
    let files = [
      "datafile.json": try String(contentsOf: datafile, encoding: .utf8),
      "old.json": #"[{ "name": "New Cart" }]"#,
      "new.json": #"[{ "name": "New Cart", "enabled": true }]"#,
      "new-cart.json": #"{ "overrides": { "New Cart": true } }"#,
      "users.jsonl": #"{ "key": "ana", "plan": "gold" }"#,
      "flagd.json": Self.flagd,
      "flags.yaml": "flags: {checkout: {state: ENABLED, variants: {on: true}}}\n",
      "flags.goff.yaml": Self.goff,
      "posthog.json":
        #"{"flags": [{"key": "new-cart", "active": true, "filters": {"groups": [{}]}}], "cohorts": {}}"#,
      "values.yaml": "flagValues: {limit: 5}\n", "launchdarkly.json": Self.launchDarkly,
      "growthbook.json": Self.growthBook,
      "export.json": #"{"features": [{"name": "f"}], "featureStrategies": []}"#,
      "edge-offline.json": Self.unleash, "headers.txt": "Authorization: *:development.secret\n",
      "base.json": Self.flagd, "team.json": Self.flagd, "shop.yaml": Self.goff,
      "team.yaml": Self.goff, "remote-config-template.json": Self.template,
      "experiments.json": #"["checkout_flow"]"#, "token.txt": "0123456789abcdef0123456789abcdef\n",
      "mine.json": try Self.theme(), "demo.script": "press j\nwait 1s\n",
      "test.sh": "#!/bin/sh\nexit 0\n",
      "cert.pem": try certificate.certificate(),
      "key.pem": try certificate.key(), "Sources/Shop.swift": "isOn(\"New Cart\")\n",
    ]
    for (name, text) in files { try folder.write(text, to: name) }
    chmod(folder.path(of: "test.sh"), 0o755)
    chmod(folder.path(of: "token.txt"), 0o600)
    // Fetches two versions of the configuration, because an example compares the last two.
    for text in [#"[{ "name": "New Cart" }]"#, Example.text] {
      server.change { Self.response(to: $0, features: text) }
      _ = try run(["refresh", "-s", server.url("/features.json")])
    }
  }

  /// The theme that the page about themes offers to copy.
  private static func theme() throws -> String {
    let page = try DocumentationPage("docs/themes.md").text
    return page.firstMatch(of: /```json\n((?:.|\n)*?)```/).map { String($0.output.1) } ?? ""
  }

  private static func response(to request: LocalRequest, features: String) -> LocalResponse {
    switch request.target {
    case "/dark.json":
      .text(#"{ "version": 1, "overrides": { "New Cart": { "enabled": false } } }"#)
    case "/ping": .text("pong")
    case "/api/client/features": .text(unleash)
    case "/v1/flag/configuration":
      .text(#"{"flags": {"cart": {"variations": {"a": 1}, "defaultRule": {"variation": "a"}}}}"#)
    case let target where target.hasPrefix("/flags/definitions"):
      .text(#"{"flags": [{"key": "cart", "active": true, "filters": {"groups": [{}]}}]}"#)
    case "/sdk/latest-all": .text(launchDarkly)
    case "/api/features/sdk-abc123": .text(growthBook)
    case "/ofrep/v1/evaluate/flags": .text(ServiceTests.evaluation)
    case let target where target.hasPrefix("/v1/allocations"): .text(ServiceTests.allocation)
    default: .text(features)
    }
  }

  /// The words of an example, with its files, URLs and team replaced by those of this folder, and with fewer
  /// users: a debug build simulates a million users in half a minute.
  func words(of example: CommandExample) throws -> [String] {
    let report = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .first { $0.hasPrefix("halyard-report-") && $0.hasSuffix(".json") }
    return example.words.map { word in
      if word.hasPrefix("halyard-report-"), let report { return report }
      if word == "1000000" { return "10000" }
      return word.replacing(Self.host, with: server.url("")).replacing("$USER", with: "ana")
        .replacing(/etcd:\/\/.*/, with: team)
    }
  }

  /// The word, or the absolute path if it names a file of the folder.
  func resolved(_ word: String) -> String {
    let path = folder.path(of: word)
    return !word.isEmpty && FileManager.default.fileExists(atPath: path) ? path : word
  }

  /// Runs a command in the folder.
  ///
  /// The file `Features.json` exists only for a command that names it, so that all others use the
  /// built-in configuration.
  func run(_ words: [String]) throws -> ProgramRun {
    var words = words
    if words.first == "run" {
      // Replaces the program of the example by a request for a feature.
      let url = "$OFREP_ENDPOINT/ofrep/v1/evaluate/flags/New%20Cart"
      let script = "test -z \"$OFREP_ENDPOINT\" || curl -sf -d '{}' \"\(url)\""
      words = words.prefix { $0 != "--" } + ["--", "sh", "-c", script]
    }
    return try withFile(of: words) {
      try ProgramRun(
        words,
        environment: environment(of: words),
        folder: folder.path,
        input: "quit\n"
      )
    }
  }

  /// Runs a command in a terminal until it has printed a text, then types a key that ends it.
  ///
  /// A server listens on a free port of this machine.
  ///
  /// - Returns: The whole output and the exit code of the command; `nil` if it runs too long.
  func run(
    _ words: [String],
    until text: String,
    then key: String
  ) async throws -> (output: [UInt8], exitCode: Int32)? {
    var words = words
    if let option = words.firstIndex(of: "--listen") { words.removeSubrange(option...option + 1) }
    let address = "127.0.0.1:0"
    if words.first == "serve" { words += ["--listen", address] }
    if words.last == "--serve" { words[words.count - 1] += "=" + address }
    let start = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder.path]
    return try await onThread { [words] in
      try withFile(of: words) {
        let terminal = try PseudoTerminal(
          start + [ProgramRun.path(of: "halyard")] + words,
          environment: environment(of: words).merging(["TERM": "xterm-256color"]) { $1 },
          size: Size(columns: 120, rows: 32)
        )
        var (output, isOn): ([UInt8], Bool) = ([], false)
        let deadline = ContinuousClock.now + .seconds(20)
        while !output.contains(text: text), .now < deadline {
          // Changes a feature, because `watch` prints nothing before the first change.
          isOn.toggle()
          if words.first == "watch" { _ = try run([isOn ? "enable" : "disable", "New Cart"]) }
          output += terminal.read(patience: 100) ?? []
        }
        #expect(output.contains(text: text), "\(words)")
        terminal.type(key)
        return terminal.waitForEnd().map { (output + $0.output, $0.exitCode) }
      }
    }
  }

  private func withFile<Result>(of words: [String], _ body: () throws -> Result) throws -> Result {
    let file = "Features.json"
    let names = words.contains(file)
    if names { try folder.write(Example.text, to: file) }
    // Ignores an error of removing the file: the next command would fail.
    defer { if names { try? FileManager.default.removeItem(atPath: folder.path(of: file)) } }
    return try body()
  }

  private func environment(of words: [String]) -> [String: String] {
    [
      "HALYARD_HOME": folder.path(of: "home"), "USER": "ana", "LC_ALL": "C.UTF-8",
      "PATH": "/usr/bin:/bin",
      "HALYARD_TEAM": words.first == "team" ? team : "none",
    ]
  }
}
