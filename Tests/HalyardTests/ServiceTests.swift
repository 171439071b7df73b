import Foundation
import Frame
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests flag services as sources, on the command line and on the screen.
struct ServiceTests {
  private static let datafile = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../OptimizelyTests/Fixtures/datafile.json").standardizedFileURL.path

  static let template = """
    {
      "conditions": [{ "name": "Spain", "expression": "device.country in ['es']" }],
      "parameters": {
        "free_shipping": { "defaultValue": { "value": "true" }, "valueType": "BOOLEAN" },
        "limit": {
          "defaultValue": { "value": "1" }, "valueType": "NUMBER",
          "conditionalValues": { "Spain": { "value": "3" } }
        }
      },
      "parameterGroups": {
        "Texts": {
          "parameters": {
            "greeting": {
              "defaultValue": { "value": "Hello" }, "valueType": "STRING",
              "conditionalValues": { "Spain": { "value": "Hola" } }
            }
          }
        }
      }
    }
    """

  static let experiments = """
    { "checkout_flow": { "steps": 3, "one_tap": false, "title": "Pay", "rate": 0.5 } }
    """

  static let allocation = """
    { "data": { "experiment_map": [
      { "experiment_id": "exp-7", "experiment_key": "checkout_flow", "status": "LIVE",
        "variant": { "variant_name": "short", "variables": [
          { "key": "steps", "value": "2", "data_type": "INT" },
          { "key": "one_tap", "value": "true", "data_type": "BOOL" },
          { "key": "title", "value": "Pay now", "data_type": "STRING" },
          { "key": "rate", "value": "1.5", "data_type": "DOUBLE" },
          { "key": "plan", "value": "{\\"a\\":1}", "data_type": "JSON" }] },
        "variant_name": "short" }] }, "error": null }
    """

  static let evaluation = """
    { "flags": [
      { "key": "banner", "value": true, "reason": "TARGETING_MATCH", "variant": "on" },
      { "key": "limit", "value": 3, "reason": "STATIC", "variant": "three" }] }
    """

  @Test
  func `the details show why a user is not in a test, and picking a rule forces its variation`()
    async throws
  {
    let tester = try Tester()
    let session = try await TerminalSession(
      size: Size(columns: 120, rows: 40),
      environment: tester.environment
    )
    let halyard = ProgramRun.path(of: "halyard")
    try session.enter("\(halyard) \(Self.datafile) --user u42 --attributes '{\"country\": \"es\"}'")
    try await session.wait { $0.contains("buy_now") && $0.contains("quit") }
    try session.type("j")
    try await session.wait(for: "? age ≥ 18 (the user has no such attribute)")
    try session.type("R")
    try await session.wait(for: "Force a rule of buy_now")
    try session.type("j")
    try session.press("Enter")
    try await session.wait { screen in
      screen.contains("▶ experiment \"buy_now_test\": assigns \"one_touch\"")
        && screen.contains("one_touch by rule buy_now_test")
    }
    // The override is saved after it is shown.
    try await session.wait { _ in
      let listed = try? tester.halyard("list", "-s", Self.datafile, "--user", "u42")
      return listed?.output.contains("buy_now    on · one_touch") == true
    }
  }

  @Test func `a sticky variation of the profile applies until the profile is cleared`()
    async throws
  {
    let tester = try Tester()
    let session = try await TerminalSession(
      size: Size(columns: 120, rows: 40),
      environment: tester.environment
    )
    let halyard = ProgramRun.path(of: "halyard")
    try session.enter("\(halyard) \(Self.datafile) --user u42 --profile '{\"31\": \"52\"}'")
    try await session.wait { $0.contains("buy_now") && $0.contains("quit") }
    try session.type("j")
    try await session.wait(for: "profile has \"one_touch\"")
    try session.type("u")
    try await session.wait(for: "▌User")
    try session.press("Up", "Up")
    try await session.wait(for: "▌Profile     {\"31\":\"52\"}")
    try session.press("C-u")
    try session.press("Enter")
    try await session.wait { $0.contains("Evaluated for u42") && !$0.contains("profile has") }
  }

  @Test func `a change of the user in the dialog evaluates the features again`() async throws {
    let tester = try Tester()
    let session = try await TerminalSession(
      size: Size(columns: 120, rows: 40),
      environment: tester.environment
    )
    try session.enter("\(ProgramRun.path(of: "halyard")) \(Self.datafile) --user u42")
    try await session.wait { $0.contains("buy_now") && $0.contains("quit") }
    try session.type("j")
    try await session.wait(for: "? country is")
    try session.type("u")
    try await session.wait(for: "╭ User ")
    try session.press("Tab")
    try session.type("{\"age\": 30")
    try session.press("Enter")
    try await session.wait(for: "a JSON object")
    try session.type(", \"country\": \"es\"}")
    try session.press("Enter")
    try await session.wait { screen in
      screen.contains("✓ age ≥ 18, the user has 30")
        && screen.contains("✓ audience \"Adults in Spain\"")
    }
    try session.type("u")
    try await session.wait(for: "╭ User ")
    try session.press("C-u")
    try session.type("ana")
    try session.press("Enter")
    try await session.wait { $0.contains("user ana") && $0.contains("✓ allow-list has") }
  }

  @Test func `the datafile of an SDK key is polled, and is evaluated again for a different user`()
    async throws
  {
    let tester = try Tester()
    let text = try String(contentsOfFile: Self.datafile, encoding: .utf8)
    let server = try LocalServer { .document(text, etag: "\"42\"", to: $0) }
    let options = ["-s", "optimizely:ShopDemo", "--datafile-url", server.url("/files/%@.json")]
    let run = try tester.halyard(["decide", "buy_now", "--user", "ana"] + options)
    #expect(run.output.contains("one_touch"))
    #expect(server.requests.map(\.target) == ["/files/ShopDemo.json"])
    // The cached datafile of a 304 response is evaluated for the new user.
    let again = try tester.halyard(["decide", "buy_now", "--user", "eva"] + options)
    #expect(again.output.contains("off  off"))
    #expect(server.requests.last?.headers["if-none-match"] == "\"42\"")
  }

  @Test(arguments: [
    ("optimizely:", "expected a key of letters"), ("optimizely:../x", "expected a key of letters"),
    ("optimizely:a b", "expected a key of letters"),
  ])
  func `an invalid SDK key is a usage error`(
    source: String,
    message: String
  ) throws {
    let run = try Tester().halyard("list", "-s", source)
    #expect(run.errors.contains(message))
    #expect(run.exitCode == ExitCode.usage)
  }

  @Test func `a Remote Config template is a source, and an override of the wrong type is rejected`()
    throws
  {
    let tester = try Tester()
    try tester.folder.write(Self.template, to: "template.json")
    let listed = try tester.halyard("list", "-s", "template.json")
    #expect(listed.output.contains("Parameter · Boolean"))
    #expect(listed.output.contains("Texts"))
    let set = ["set", "limit", "-s", "template.json", "--variable"]
    #expect(try tester.halyard(set + ["value=7"]).exitCode == 0)
    let json = try tester.halyard("show", "limit", "-s", "template.json", "--json")
    #expect(json.output.contains("\"variables\": { \"value\": 7 }"), "\(json.output)")
    let refused = try tester.halyard(set + ["value=seven"])
    #expect(refused.errors.contains("expected a number"), "\(refused.errors)")
    #expect(refused.exitCode == 1)
    let other = try tester.halyard("set", "limit", "Spain", "-s", "template.json")
    #expect(other.output.contains("limit: Spain = 3, overridden"))
  }

  @Test func `the cached response of an Ascend server is not used for a different user`() throws {
    let tester = try Tester()
    try tester.folder.write(Self.experiments, to: "experiments.json")
    let server = try LocalServer { _ in .text(Self.allocation) }
    let source = ["-s", "ascend+" + server.url("/v1"), "--experiments", "experiments.json"]
    #expect(try tester.halyard(["list", "--user", "u-42"] + source).exitCode == 0)
    server.change { _ in .text("", status: 500) }
    let kept = try tester.halyard(["list", "--user", "u-42"] + source)
    #expect(kept.output.contains("checkout_flow  on · short"))
    let other = try tester.halyard(["list", "--user", "zoe"] + source)
    #expect(other.exitCode == ExitCode.unavailable)
    #expect(other.output == "")
  }

  @Test
  func `an Ascend request has experiment keys and headers, and an ill-typed override is rejected`()
    throws
  {
    let tester = try Tester()
    try tester.folder.write(Self.experiments, to: "experiments.json")
    let server = try LocalServer { _ in .text(Self.allocation) }
    let options = [
      "-s", "ascend+" + server.url("/v1/allocations"), "--experiments", "experiments.json",
      "--header", "api-key: demo",
    ]
    let attributes = ["--attributes", #"{"country": "es", "age": 30}"#]
    let listed = try tester.halyard(["list", "--user", "u-42"] + attributes + options)
    #expect(listed.output.contains("checkout_flow  on · short"), "\(listed.errors)")
    let request = try #require(server.requests.first)
    #expect(request.headers["api-key"] == "demo")
    let body = String(decoding: request.body, as: UTF8.self)
    for part in ["\"checkout_flow\"", "\"country\":\"es\"", "\"age\":\"30\""] {
      #expect(body.contains(part), "\(body)")
    }
    let values = ["steps=9", "one_tap=false", "title=Go", "rate=2.5", "plan={\"b\": 2}"]
    let set = try tester.halyard(
      ["set", "checkout_flow"] + values.flatMap { ["--variable", $0] } + options
    )
    #expect(set.exitCode == 0, "\(set.errors)")
    let shown = try tester.halyard(["show", "checkout_flow", "--json"] + options).output
    for part in ["\"steps\": 9", "\"one_tap\": false", "\"title\": \"Go\"", "\"rate\": 2.5"] {
      #expect(shown.contains(part), "\(shown)")
    }
    _ = try tester.halyard(["reset", "checkout_flow", "--variable", "steps"] + options)
    let given = try tester.halyard(["show", "checkout_flow", "--json"] + options).output
    #expect(given.contains("\"steps\": 2") && given.contains("\"rate\": 2.5"), "\(given)")
    for (bad, expected) in [
      ("steps=x", "a whole number"), ("one_tap=maybe", "true or false"), ("rate=y", "a number"),
      ("plan={", "JSON"),
    ] {
      let run = try tester.halyard(["set", "checkout_flow", "--variable", bad] + options)
      #expect(run.errors.contains("expected \(expected)"), "\(run.errors)")
      #expect(run.exitCode == 1)
    }
  }

  @Test func `an OFREP server evaluates flags for the user, and each flag can be overridden`()
    throws
  {
    let tester = try Tester()
    let server = try LocalServer { .document(Self.evaluation, etag: "\"1\"", to: $0) }
    let options = [
      "-s", "ofrep+" + server.url("/base"), "--user", "u-42", "--attributes", #"{"plan": "gold"}"#,
      "--header", "X-API-Key: demo",
    ]
    let shown = try tester.halyard(["show", "limit", "--json"] + options)
    #expect(shown.output.contains("\"variables\": { \"value\": 3 }"), "\(shown.errors)")
    let request = try #require(server.requests.first)
    #expect(request.target == "/base/ofrep/v1/evaluate/flags")
    #expect(request.headers["x-api-key"] == "demo")
    let body = String(decoding: request.body, as: UTF8.self)
    #expect(body == #"{"context":{"targetingKey":"u-42","plan":"gold"}}"#)
    #expect(try tester.halyard(["disable", "banner"] + options).exitCode == 0)
    #expect(try tester.halyard(["set", "limit", "--variable", "value=7"] + options).exitCode == 0)
    let banner = try tester.halyard(["show", "banner", "--json"] + options)
    #expect(banner.output.contains("\"enabled\": false"), "\(banner.output)")
    let limit = try tester.halyard(["show", "limit", "--json"] + options)
    #expect(limit.output.contains("\"variables\": { \"value\": 7 }"), "\(limit.output)")
    #expect(server.requests.last?.headers["if-none-match"] == "\"1\"")
    let refused = try tester.halyard(["set", "limit", "--variable", "value=x"] + options)
    #expect(refused.errors.contains("expected a whole number") && refused.exitCode == 1)
    server.stop()
    let cached = try tester.halyard(["list"] + options)
    #expect(cached.output.contains("banner") && cached.exitCode == 0)
    let other = try tester.halyard(["list", "-s", options[1], "--user", "zoe"])
    #expect(other.exitCode == ExitCode.unavailable, "the cached response is for another user")
  }

  @Test(arguments: [nil, "[]", "{}"])
  func `an Ascend server without --experiments is a usage error`(
    file: String?
  ) throws {
    let tester = try Tester()
    let server = try LocalServer { _ in .text(Self.allocation) }
    var arguments = ["list", "-s", "ascend+" + server.url("/v1")]
    if let file {
      try tester.folder.write(file, to: "e.json")
      arguments += ["--experiments", "e.json"]
    }
    let run = try tester.halyard(arguments)
    let words =
      file == nil ? "the option --experiments FILE is required" : "--experiments e.json names no"
    #expect(run.errors.contains("halyard: error: \(words)"), "\(run.errors)")
    #expect(run.errors.contains("expected a JSON list of their keys"))
    #expect(run.exitCode == ExitCode.usage)
    #expect(run.output == "" && server.requests.isEmpty)
  }

  @Test func `an error response of an Ascend server is reported with its code and status`()
    async throws
  {
    let tester = try Tester()
    let file = try tester.folder.write(Self.experiments, to: "experiments.json")
    let server = try LocalServer { _ in
      .text(#"{ "data": null, "error": { "message": "unknown project", "code": 17 } }"#)
    }
    let source = ["ascend+" + server.url("/v1"), "--experiments", file]
    let words = #"responded with status 200 and the error "unknown project" (code 17)"#
    let run = try tester.halyard(["list", "-s"] + source)
    #expect(run.errors.contains(words), "\(run.errors)")
    #expect(run.exitCode == ExitCode.unavailable)
    let session = try await TerminalSession(
      size: Size(columns: 160, rows: 24),
      environment: tester.environment
    )
    let program = ProgramRun.path(of: "halyard")
    try session.enter("\(program) \(source.joined(separator: " "))")
    try await session.wait { screen in
      screen.contains("failed  200 ·") && screen.contains("responded with status 200 and the")
        && screen.contains(#"error "unknown project" (code 17)"#)
    }
    try session.type("q")
  }

  @Test func `--format selects the format, and an unknown format is a usage error`() throws {
    let tester = try Tester()
    let run = try tester.halyard("list", "-s", Self.datafile, "--format", "features")
    #expect(run.exitCode == ExitCode.unreadableConfiguration)
    let unknown = try tester.halyard("list", "--format", "xml")
    #expect(unknown.errors.contains("expected one of features, flagd, unleash, launchdarkly"))
    #expect(unknown.exitCode == ExitCode.usage)
  }
}
