import FlagSystem
import Networking
import TestSupport
import Testing

@testable import halyard

/// Tests names of sources on the command line: URLs of files, redaction of prefixes, and `--poll`.
struct SourceNameTests {
  @Test func `a file URL names the same file and workspace as its path`() throws {
    let tester = try Tester()
    let path = try tester.folder.write(Tester.configuration, to: "my flags/Features é.json")
    let encoded = path.replacing(" ", with: "%20").replacing("é", with: "%c3%A9")
    let expected = try tester.halyard("list", "--json", "-s", path).output
    #expect(try tester.halyard("enable", "New Cart", "-s", path).exitCode == 0)
    for url in ["file://" + encoded, "FILE://localhost" + encoded, "file:" + encoded] {
      let list = try tester.halyard("list", "--json", "-s", url)
      #expect(list.exitCode == 0 && list.output != expected, "\(url): \(list.errors)")
      #expect(list.output.contains("\"overridden\": true"))
      #expect(try tester.halyard("diff", url, path).exitCode == 0)
      let fallback = try tester.halyard("list", "-s", "http://127.0.0.1:1/", "--fallback", url)
      #expect(fallback.exitCode == 0 && fallback.output.contains("New Cart"))
    }
  }

  @Test(arguments: [
    "file://server/share/f.json", "file:///", "file:///a%2", "file:///a%00b", "file:///%ff",
  ])
  func `a file URL of another host or without a path is a usage error`(url: String) throws {
    let run = try Tester().halyard("list", "-s", url)
    #expect(run.exitCode == ExitCode.usage)
    #expect(run.errors.contains("expected the URL of a local file: file:///PATH"), "\(run.errors)")
  }

  @Test func `a redacted address keeps the prefix of a known source kind, and hides any other one`()
  {
    let schemes = SourceKinds.all.compactMap(\.prefix).flatMap { [$0 + "http", $0 + "https"] }
    #expect(schemes.count > 10)
    for scheme in schemes + ["file", "etcd", "etcds"] {
      #expect(URLRedaction.redacted("\(scheme):/ana:pw@h/x") == "\(scheme)…h/x")
    }
    for user in ["token", "a1+https", "+https", "hush+ftp"] {
      #expect(URLRedaction.redacted("\(user):pw@h/x") == "…h/x")
    }
  }

  @Test(arguments: ["serve --listen 0 -s", "watch -s"])
  func `a polling interval below the minimum is a warning that names the minimum`(command: String)
    throws
  {
    let tester = try Tester()
    let server = try LocalServer { _ in .text("[]") }
    let program = ProgramRun.path(of: "halyard")
    for (poll, isShort) in [("500ms", true), ("2s", false)] {
      let script = """
        cd '\(tester.folder.path)'; export HALYARD_HOME='\(tester.folder.path)/home'
        '\(program)' \(command) \(server.url()) --poll \(poll) >out-\(poll) 2>errors-\(poll) & program=$!
        while kill -0 $program && ! [ -s out-\(poll) ]; do sleep 0.01; done; kill $program; wait $program
        """
      #expect(Shell.run(script) != -1)
      let errors = try tester.folder.read("errors-\(poll)")
      let message = "--poll: found 500 ms, expected at least 2s, which is used"
      #expect(errors.contains(message) == isShort, "\(errors)")
    }
  }

  @Test
  func `commands and doctor name a proxy that fails, and the variable that selects the proxy`()
    throws
  {
    let tester = try Tester()
    let closed = try LocalServer { _ in .silent }
    closed.stop()
    let proxy = "127.0.0.1:\(closed.port)"
    let variables = ["https_proxy": "http://ana:hush@\(proxy)", "no_proxy": ""]
    let source = "https://flags.example.test/f.json"
    let run = try ProgramRun(
      ["list", "-s", source],
      environment: tester.environment.merging(variables) { $1 },
      folder: tester.folder.path
    )
    #expect(run.exitCode == ExitCode.unavailable)
    #expect(run.errors.contains("through the proxy \(proxy) (https_proxy): "), "\(run.errors)")
    #expect(!run.errors.contains("hush"))
    let doctor = try ProgramRun(
      ["doctor", "--json", source],
      environment: tester.environment.merging(variables) { $1 },
      folder: tester.folder.path
    )
    #expect(
      doctor.output.contains("through the proxy \(proxy) (https_proxy): "),
      "\(doctor.output)"
    )
    #expect(doctor.output.contains("start the proxy at \(proxy), correct or unset https_proxy"))
    #expect(!doctor.output.contains("no program listens at flags.example.test"))
  }
}
