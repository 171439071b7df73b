import Documents
import FeatureFlags
import Files
import Foundation
import TestSupport
import Testing

@testable import halyard

/// Tests `serve` and `run` with a preset, which applies to that run only.
@Suite(.tags(.concurrent))
struct ServedRunTests {
  /// Prints the value of New Cart for a client of the server.
  private static let client = """
    curl -s -X POST -d '{}' "$OFREP_ENDPOINT/ofrep/v1/evaluate/flags/New%20Cart"
    """

  private static func tester() throws -> Tester {
    let tester = try Tester()
    try tester.folder.write(#"{ "overrides": { "New Cart": true } }"#, to: "on.json")
    try tester.folder.write(#"{ "overrides": { "New Cart": "off" } }"#, to: "off.json")
    return tester
  }

  /// Runs `halyard serve` until it is ended by a signal, and returns the number of the signal.
  private static func serve(
    _ tester: Tester,
    _ arguments: String,
    signal: Int32 = SIGTERM,
    _ body: (_ ready: FieldReader) throws -> Void
  ) throws -> Int32 {
    let variables = tester.environment.map { "export \($0)='\($1)'; " }.joined()
    let process = try #require(
      Shell.start(
        "cd '\(tester.folder.path)'; \(variables)"
          + "exec '\(ProgramRun.path(of: "halyard"))' serve Features.json --listen 0 "
          + "--ready-file ready.json \(arguments)",
        output: nil
      )
    )
    let path = tester.folder.path(of: "ready.json")
    let deadline = ContinuousClock.now + .seconds(60)
    var bytes: [UInt8]?
    while bytes == nil, .now < deadline {
      usleep(5_000)
      bytes = try? FileSystem.read(path)
    }
    let result = Result { try body(try FieldReader(try JSONReader.read(try #require(bytes)))) }
    kill(process, signal)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    try result.get()
    return status & 0x7F
  }

  @Test
  func `run applies a preset only to the program it starts, and exits with the program's code`()
    throws
  {
    let tester = try Self.tester()
    let script = "\(Self.client); echo; echo \"$HALYARD_OVERRIDES\"; exit 7"
    let run = try tester.halyard(
      "run",
      "-s",
      tester.file,
      "--preset",
      "on.json",
      "--",
      "sh",
      "-c",
      script
    )
    #expect(run.exitCode == 7 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.contains(#""value":true"#), "\(run.output)")
    #expect(run.output.contains("http://127.0.0.1:"), "\(run.output)")
    let shown = try tester.halyard("show", "New Cart", "-s", tester.file, "--json").output
    #expect(shown.contains(#""overridden": false"#), "\(shown)")
  }

  @Test func `an isolated run ignores the overrides of the workspace, and writes no file`() throws {
    let tester = try Self.tester()
    _ = try tester.halyard("enable", "New Cart", "-s", tester.file)
    let before = try FileManager.default.subpathsOfDirectory(atPath: tester.folder.path).sorted()
    let words = ["run", "-s", tester.file, "--isolated", "--", "sh", "-c", Self.client]
    let isolated = try tester.halyard(words)
    #expect(isolated.output.contains(#""value":false"#), "\(isolated.output)")
    let after = try FileManager.default.subpathsOfDirectory(atPath: tester.folder.path).sorted()
    #expect(after.filter { !$0.hasPrefix(".") } == before.filter { !$0.hasPrefix(".") })
  }

  @Test func `parallel runs with different presets on one source do not see each other's states`()
    async throws
  {
    let tester = try Self.tester()
    let count = Effort.isFull ? 100 : 4
    for round in 0..<count {
      async let on = Self.value(tester, "on.json", round)
      async let off = Self.value(tester, "off.json", round)
      let found = try await (on, off)
      #expect(found.0 == String(repeating: "true ", count: 5), "round \(round)")
      #expect(found.1 == String(repeating: "false ", count: 5), "round \(round)")
    }
  }

  /// The values of New Cart in several requests of a run.
  private static func value(_ tester: Tester, _ preset: String, _ round: Int) async throws -> String
  {
    let script = """
      for i in 1 2 3 4 5; do \(client) | sed 's/.*"value":\\([a-z]*\\),.*/\\1 /'; done
      """
    let isolated = round.isMultiple(of: 2) ? ["--isolated"] : []
    let words = ["run", "-s", tester.file, "--preset", preset] + isolated
    return try await onThread { try tester.halyard(words + ["--", "sh", "-c", script]).output }
  }

  @Test(arguments: [SIGTERM, SIGKILL])
  func `the ready file has the address of the running server, and no override stays at the end`(
    signal: Int32
  ) throws {
    let tester = try Self.tester()
    let end = try Self.serve(tester, "--preset on.json", signal: signal) { ready in
      let url = try ready.text("url")
      #expect(url.hasPrefix("http://127.0.0.1:"))
      #expect(try ready.values("environment", of: { $0.string ?? "" })["OFREP_ENDPOINT"] == url)
      #expect(ready.value("tokenFile") == nil)
    }
    #expect(end == signal)
    let isLeft = FileManager.default.fileExists(atPath: tester.folder.path(of: "ready.json"))
    #expect(isLeft == (signal == SIGKILL))
    let shown = try tester.halyard("show", "New Cart", "-s", tester.file, "--json").output
    #expect(shown.contains(#""overridden": false"#), "\(shown)")
  }

  @Test func `the ready file names the file of the token, and not the token`() throws {
    let tester = try Self.tester()
    try tester.folder.write("a-secret-token\n", to: "token.txt")
    _ = try Self.serve(tester, "--token-file token.txt") { ready in
      let (path, text) = (try ready.text("tokenFile"), try tester.folder.read("ready.json"))
      #expect(path == tester.folder.path(of: "token.txt") && !text.contains("a-secret-token"))
    }
  }

  @Test func `run forwards a signal to its program, and waits for its end`() throws {
    let tester = try Self.tester()
    let script = """
      trap 'echo ending; sleep 2; exit 5' TERM; kill -TERM $PPID; for i in $(seq 1200); do sleep 0.05; done
      """
    let run = try tester.halyard("run", "-s", tester.file, "--isolated", "--", "sh", "-c", script)
    #expect(run.exitCode == 5 && run.output == "ending\n", "\(run.exitCode) \(run.output)")
    let killed = try tester.halyard(
      "run",
      "-s",
      tester.file,
      "--isolated",
      "--",
      "sh",
      "-c",
      "kill -KILL $$"
    )
    #expect(killed.exitCode == 128 + SIGKILL)
  }

  @Test(arguments: [
    (["run", "--isolated", "--", "no-such-program"], ExitCode.noCommand, "cannot be run"),
    (
      ["run", "--preset", "gone.json", "--", "true"], ExitCode.unreadableConfiguration, "gone.json"
    ),
    (["run", "--preset", "bad.json", "--", "true"], ExitCode.failure, "has no variation \"Pink\""),
    (["serve", "--isolated", "--team", "etcd://h/n"], ExitCode.usage, "found --team too"),
    (
      ["serve", "--ready-file", "/no/such/ready.json", "--listen", "0"], ExitCode.unwritableFile,
      "ready"
    ),
    (["run", "--summary", "/no/such/s.json", "--", "true"], ExitCode.unwritableFile, "s.json"),
  ])
  func `run or serve with an invalid preset, file or option fails before it starts a program`(
    words: [String],
    code: Int32,
    message: String
  ) throws {
    let tester = try Self.tester()
    try tester.folder.write(#"{ "overrides": { "Layout": "Pink" } }"#, to: "bad.json")
    let run = try tester.halyard(Array(words.prefix(1)) + ["-s", tester.file] + words.dropFirst())
    #expect(run.exitCode == code && run.errors.contains(message), "\(run.exitCode) \(run.errors)")
  }

  @Test func `run warns of a feature of the preset that the source does not have`() throws {
    let tester = try Self.tester()
    try tester.folder.write(#"{ "overrides": { "New Crt": true } }"#, to: "typo.json")
    let run = try tester.halyard("run", "-s", tester.file, "--preset", "typo.json", "--", "true")
    #expect(run.exitCode == 0)
    #expect(
      run.errors.contains(
        "\"New Crt\", which the source does not have, did you mean \"New Cart\"?"
      )
    )
  }
}
