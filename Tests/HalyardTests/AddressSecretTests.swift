import FeatureFlags
import FlagSystem
import Foundation
import Frame
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests that the secret in an address, in any spelling, appears in no message, screen, log or file.
struct AddressSecretTests {
  private static let secret = SecretAddress.secret

  /// The spellings of an address that are tested at the surface with the given index: all spellings in the
  /// full run, and otherwise one spelling, which differs between the surfaces.
  private static func spellings(for index: Int) -> [String] {
    let all = SecretAddress.all
    return Effort.isFull ? all : [all[index * 97 % all.count]]
  }

  @Test(arguments: AddressSurface.all.indices)
  func `the secret of an address is in no output and no file of the program`(index: Int) throws {
    let surface = AddressSurface.all[index]
    for address in Self.spellings(for: index) {
      let found = try surface.run(address)
      #expect(!found.isEmpty)
      #expect(!found.contains(Self.secret), "\(surface): \(address)")
    }
  }

  @Test func `the names, options and errors of a source URL do not contain its secret`() throws {
    let folder = try TemporaryFolder()
    let list = try folder.write("[\"checkout\"]", to: "experiments.json")
    for address in SecretAddress.all + SecretAddress.accepted(at: "127.0.0.1:1") {
      let arguments = try Arguments(["list", "-s", address, "--experiments", list])
      let options = try arguments.sourceOptions()
      var texts = options.selection
      do throws(Failure) {
        let location = try LocatedSource(options, Program.test)
        texts += [location.fullName, location.workspaceName, location.source.name]
        texts += [location.source.address ?? ""]
        texts += options.commandOptions(for: location, Program.test.environment)
      } catch {
        texts.append(error.message ?? "")
      }
      #expect(!texts.joined(separator: "\n").contains(Self.secret), "\(address)")
    }
  }

  @Test(arguments: [
    "http://u:hush@SERVER/x.json;token=hush?%74oken=hush&token%3Dhush&id=hush&page=2&hush",
    "http://u:hush@SERVER/hush@x.json?sessionid=hush&hush@x=hush",
    "ofrep+http://u:hush@SERVER/a;token=hush?pin=hush",
  ])
  func `the secret of a source URL is sent to the server, but is in no output and no file`(
    address: String
  ) throws {
    let tester = try Tester()
    let document =
      address.hasPrefix("ofrep")
      ? #"{ "flags": [{ "key": "New Cart", "value": true, "reason": "STATIC" }] }"#
      : Tester.configuration
    let server = try LocalServer { request in
      // Redirects the first request to a URL that also contains a secret.
      request.target.contains("moved") || request.method == "POST"
        ? .text(document)
        : .response(302, headers: [("Location", request.target + "&moved=hush")], body: [])
    }
    let url = address.replacing("SERVER", with: "127.0.0.1:\(server.port)")
    let operations = [
      ["enable", "New Cart"], ["list", "--json"], ["check"], ["history", "--json"], ["refresh"],
      ["report", "--output", "r.md"], ["preset", "save", "smoke"],
      ["snapshot", "--output", "screen.txt"], ["doctor"], ["doctor", "--json"],
    ]
    var runs = try operations.map { words in
      try tester.halyard(words + ["--source", url, "--log", "log"])
    }
    #expect(runs.allSatisfy { $0.exitCode == 0 }, "\(runs)")
    server.change { _ in .text("no", status: 500) }
    runs += try [["refresh"], ["list"], ["--plain"]].map { words in
      try tester.halyard(words + ["--source", url, "--log", "log"], input: "q\n")
    }
    let found = runs.map { $0.output + $0.errors } + [try AddressSurface.files(in: tester.folder)]
    #expect(!found.joined(separator: "\n").contains(Self.secret), "\(found)")
    #expect(server.requests.contains { $0.target.contains(Self.secret) })
    #expect(server.requests.contains { $0.headers["authorization"] == "Basic dTpodXNo" })
  }

  @Test func `the dashboard and the output of serve do not show the secret of the source`()
    async throws
  {
    let tester = try Tester()
    let server = try LocalServer { _ in .text(Tester.configuration) }
    var environment = tester.environment
    environment["HALYARD_SOURCE"] =
      "http://u:hush@127.0.0.1:\(server.port)/a;token=hush/x.json?sessionid=hush"
    let session = try await TerminalSession(
      size: Size(columns: 160, rows: 30),
      environment: environment
    )
    let program = ProgramRun.path(of: "halyard")
    let log = tester.folder.path(of: "log")
    try session.enter("\(program) serve --json --listen 0 --log \(log)")
    let journal = try await session.wait { $0.contains("\"event\":\"listening\"") }
    try session.press("C-c")
    try session.enter("clear; \(program) --log \(log)")
    try await session.wait(for: "New Cart")
    try session.type("3")
    let screen = try await session.wait(for: "/a;…/x.json?sessionid=…")
    try session.type("q")
    try await session.waitForPrompt()
    #expect(journal.contains("http://127.0.0.1:\(server.port)/a;…/x.json?sessionid=…"))
    let found = journal + screen + (try AddressSurface.files(in: tester.folder))
    #expect(!found.contains(Self.secret), "\(found)")
  }

  @Test func `stored impressions and messages do not contain the secrets in the URL of --events`()
    throws
  {
    let tester = try Tester()
    let server = try LocalServer { _ in .text("", status: 503) }
    let datafile = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../OptimizelyTests/Fixtures/datafile.json").standardizedFileURL.path
    let events = "http://u:hush@127.0.0.1:\(server.port)/hush@e?id=hush"
    let words = ["decide", "buy_now", "--user", "ana", "-s", datafile, "--events", events]
    let run = try tester.halyard(words + ["--log", "log"])
    #expect(run.exitCode == ExitCode.unavailable)
    let found = run.output + run.errors + (try AddressSurface.files(in: tester.folder))
    #expect(found.contains("optimizely-events"), "the impression is stored")
    #expect(!found.contains(Self.secret), "\(found)")
    server.change { _ in .text("") }
    #expect(try tester.halyard(words + ["--log", "log"]).exitCode == 0)
    let body = String(decoding: try #require(server.requests.last?.body), as: UTF8.self)
    #expect(body.ranges(of: "\"visitor_id\"").count == 2, "the stored impression is sent too")
  }

  @Test func `a file with a colon and an @ in its path is read, and its path is not redacted`()
    throws
  {
    let tester = try Tester()
    let name = "team:a/conf@2#1;b.json"
    try tester.folder.write(Tester.configuration, to: name)
    let path = tester.folder.path(of: name)
    for source in [name, path] {
      let run = try tester.halyard("check", source)
      #expect(run.exitCode == 0, "\(run.errors)")
      #expect((run.output + run.errors).contains(source))
    }
    let change = try tester.halyard("enable", "New Cart", "-s", name)
    #expect(change.exitCode == 0, "\(change.errors)")
    #expect(try AddressSurface.files(in: tester.folder).contains("\"source\": \"\(path)\""))
    let missing = try tester.halyard("list", "-s", "icon@2x.json")
    #expect(missing.errors.contains("icon@2x.json: there is no such file"))
    let folder = try tester.halyard("list", "-s", "C#/Features.json")
    #expect(folder.errors.contains("C#/Features.json: there is no such file"))
  }

  @Test(arguments: ["http:/127.0.0.1/x", "HTTPS:127.0.0.1", "ofrep+http:/h/x", "ascend+https:h"])
  func `a URL with too few slashes is a usage error, and is not read as a file`(
    address: String
  ) throws {
    let run = try Tester().halyard("list", "-s", address)
    #expect(run.errors.contains("\(address): cannot be requested: \"\(address)\" is not a URL"))
    #expect(run.exitCode == ExitCode.usage)
  }
}
