import Files
import Foundation
import Frame
import Glibc
import HTTPServer
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests that `doctor` names each of ten broken set-ups with its remedy.
struct BrokenSetUpTests {
  @Test func `without UTF-8, doctor prints only ASCII characters, and the variable to set`() throws
  {
    let found = try Tester().doctor("locale", [], ["LC_ALL": "C"])
    expectScreen(
      found.text,
      """
      warning  locale         LC_ALL is C, which is not UTF-8, so the dashboard draws
                              in ASCII
                              -> export LC_ALL=C.UTF-8
      """
    )
    #expect(found.page.utf8.allSatisfy { $0 < 0x80 })
    #expect(found.exitCode == 0)
  }

  @Test(arguments: [
    (
      "dumb",
      """
      warning  terminal       TERM is dumb, so the features are listed instead of the
                              dashboard
                              → export TERM=xterm-256color if the terminal is like
                                xterm, or use halyard --plain
      """
    ),
    (
      "nonsense",
      """
      warning  terminal       nonsense has no entry in terminfo, so the terminal is
                              used like xterm-256color
                              → sudo apt install ncurses-term, which has more entries,
                                or export TERM=xterm-256color
      """
    ),
    (
      "xterm-256color",
      """
      ok       terminal       xterm-256color, 80x24, known to terminfo
      """
    ),
  ])
  func `doctor names the terminal type, with a remedy if the type is dumb or unknown`(
    term: String,
    expected: String
  ) async throws {
    let tester = try Tester()
    let output = try await onThread {
      let terminal = try PseudoTerminal(
        [ProgramRun.path(of: "halyard"), "doctor", "--no-color", tester.file],
        environment: tester.environment.merging(["TERM": term]) { $1 },
        size: Size(columns: 80, rows: 24)
      )
      return try #require(terminal.waitForEnd()).output
    }
    let page = String(decoding: output, as: UTF8.self).replacing("\r\n", with: "\n")
    #expect(DoctorOutcome(of: "terminal", page: page, exitCode: 0).text == expected)
  }

  @Test func `in tmux, doctor warns of the clipboard unless set-clipboard is on`() async throws {
    let tester = try Tester()
    let session = try await TerminalSession(
      size: Size(columns: 80, rows: 40),
      environment: tester.environment
    )
    let program = ProgramRun.path(of: "halyard")
    try session.setOption("set-clipboard", to: "external")
    try session.enter("clear; \(program) doctor -s \(tester.file)")
    let screen = try await session.wait {
      $0.contains("warning  clipboard") && $0.contains("libcrypto")
    }
    #expect(screen.contains("tmux drops it: set-clipboard is external"))
    #expect(screen.contains("→ tmux set -g set-clipboard on"))
    try session.setOption("set-clipboard", to: "on")
    try session.enter("clear; \(program) doctor -s \(tester.file)")
    try await session.wait(for: "ok       clipboard      OSC 52 through tmux (set-clipboard on)")
  }

  @Test(.enabled(if: Tester.canMount))
  func `doctor names the folders of a read-only home, and the variable that selects another home`()
    throws
  {
    let tester = try Tester()
    #expect(try tester.halyard("enable", "New Cart", "--workspace", "w").exitCode == 0)
    let found = try tester.doctor(
      "workspace",
      "--workspace w",
      after: "mount --bind home home && mount -o remount,bind,ro home"
    )
    #expect(found.exitCode == ExitCode.unwritableFile)
    let text = found.words
    let home = tester.folder.path(of: "home")
    #expect(
      text.hasPrefix("failure workspace \(home)/w, \(home)/cache/w, \(home): cannot be written")
    )
    #expect(
      text.contains(": Read-only file system → export HALYARD_HOME=FOLDER, a folder that you can")
    )
    let reading = try tester.doctor(
      "workspace",
      "--workspace w --read-only",
      after: "mount --bind home home && mount -o remount,bind,ro home"
    )
    #expect(reading.exitCode == 0)
    #expect(reading.words.hasSuffix("Read-only file system; --read-only writes nothing"))
  }

  @Test func `doctor names the line of an error in the overrides file, and a remedy`() throws {
    let tester = try Tester()
    try tester.folder.write("{\n  \"overrides\": 5\n}\n", to: "home/w/overrides.json")
    let found = try tester.doctor("workspace", ["--workspace", "w"])
    #expect(found.exitCode == ExitCode.unreadableFile)
    #expect(found.words.contains("home/w/overrides.json:2: \"overrides\": found 5, expected"))
    #expect(found.words.hasSuffix("→ correct the file, or delete it to reset everything in it"))
  }

  @Test(.enabled(if: Tester.canMount))
  func `doctor reports a full or nearly full disk, and the command that shows the free space`()
    throws
  {
    let tester = try Tester()
    try FileManager.default.createDirectory(
      atPath: tester.folder.path(of: "home"),
      withIntermediateDirectories: true
    )
    let full = try tester.doctor(
      "workspace",
      "--workspace w",
      after: """
        mount -t tmpfs -o size=64k none home && mkdir home/w && \
        { dd if=/dev/zero of=home/data bs=4k 2>/dev/null || true; }
        """
    )
    #expect(full.exitCode == ExitCode.unwritableFile)
    #expect(full.words.contains("No space left on device → free space on the file system: df -h /"))
    let nearly = try tester.doctor(
      "workspace",
      "--workspace w",
      after: "mount -t tmpfs -o size=1m none home && mkdir home/w"
    )
    #expect(nearly.exitCode == 0)
    #expect(nearly.words.hasPrefix("warning workspace "))
    #expect(nearly.words.contains("only 1.0 MB free → free space on the file system: df -h /"))
  }

  @Test func `doctor names the process and the machine that hold the lock of a workspace`() throws {
    let tester = try Tester()
    #expect(try tester.halyard("enable", "New Cart", "--workspace", "w").exitCode == 0)
    let path = tester.folder.path(of: "home/w/.lock")
    let found: Result<DoctorOutcome, any Error> = try FileSystem.withFileLock(path) {
      Result { try tester.doctor("lock", ["--workspace", "w"]) }
    }
    let outcome = try found.get()
    #expect(outcome.exitCode == ExitCode.unwritableFile)
    let host = try #require(Environment.hostName)
    #expect(outcome.words.hasPrefix("failure lock \(path): held by "))
    #expect(outcome.words.contains("(process \(getpid())) on \(host) → wait for that process"))
    #expect(try tester.doctor("lock", ["--workspace", "w"]).words.hasPrefix("ok lock free"))
  }

  @Test func `doctor reports the port at which the server of a source refuses the connection`()
    throws
  {
    let tester = try Tester()
    let server = try LocalServer { _ in .text(Tester.configuration) }
    let url = server.url("/features.json")
    let reached = try tester.doctor("source", [url])
    #expect(reached.words.contains("/features.json: 4 features, format features, "))
    server.stop()
    let failed = try tester.doctor("source", [url])
    #expect(failed.exitCode == ExitCode.unavailable)
    #expect(
      failed.words == """
        failure source \(url): no response: 127.0.0.1 refused the connection at port \
        \(server.port) → start the server, or correct the port: no program listens at \
        127.0.0.1:\(server.port)
        """
    )
  }

  @Test func `doctor warns of an unreachable source that is cached, with the time of the cache`()
    throws
  {
    let tester = try Tester()
    let server = try LocalServer { _ in .text(Tester.configuration) }
    let url = server.url("/features.json")
    #expect(try tester.halyard("refresh", url).exitCode == 0)
    server.stop()
    let found = try tester.doctor("source", [url])
    #expect(found.exitCode == 0)
    #expect(found.words.hasPrefix("warning source \(url): no response"))
    #expect(found.words.contains("; commands use the configuration of 20"))
  }

  @Test(.enabled(if: LocalTLSServer.isAvailable, "openssl is not installed"))
  func `doctor names the expiry date of a certificate, even if its issuer is not trusted`() throws {
    let tester = try Tester()
    let authority = try LocalAuthority()
    let server = try LocalTLSServer(
      authority.issue("server", isExpired: true),
      text: Tester.configuration
    )
    let unknown = try tester.doctor("source", [server.url()])
    #expect(unknown.exitCode == ExitCode.unavailable)
    let end = Date(timeIntervalSinceNow: -86_400).formatted(.iso8601).prefix(10)
    #expect(
      unknown.words.contains(
        "the certificate is not from a trusted authority (expired, valid from "
      )
    )
    #expect(
      unknown.words.contains(" to \(end), issued by CN = authority) → if you trust its issuer")
    )
    guard Tester.canMount, access("/etc/ssl/certs/ca-certificates.crt", F_OK) == 0 else { return }
    let trusted = try tester.doctor(
      "source",
      server.url(),
      after: "mount --bind '\(authority.root.path)' /etc/ssl/certs/ca-certificates.crt"
    )
    #expect(trusted.exitCode == ExitCode.unavailable)
    #expect(trusted.words.contains("127.0.0.1: the certificate has expired (valid from "))
    #expect(
      trusted.words.contains(" to \(end), issued by CN = authority) → renew the certificate of")
    )
  }

  @Test
  func `doctor names the process that uses a port, and fails if the user has chosen the port`()
    throws
  {
    let tester = try Tester()
    let server = try HTTPServer(ListenAddress(host: "127.0.0.1", port: 0)) { _ in
      .response(ServerResponse())
    }
    defer { server.stop() }
    let found = try tester.doctor("port", ["--listen", "\(server.address)"])
    #expect(found.exitCode == ExitCode.unavailable)
    #expect(
      found.words.hasPrefix(
        "failure port cannot listen on \(server.address): Address already in use"
      )
    )
    #expect(
      found.words.contains("(process \(getpid())) → choose another port: halyard serve --listen")
    )
    let error = HTTPServerError.notBound("\(server.address)", .addressInUse)
    let usual = PortFacts(address: server.address, isChosen: false, error: error, owner: nil)
    #expect(usual.finding.level == .warning)
  }

  @Test(arguments: [
    ("libcurl", "libcurl.so.4", "libcurl4"),
    ("libmicrohttpd", "libmicrohttpd.so.12", "libmicrohttpd12"),
    ("libpcre2", "libpcre2-8.so.0", "libpcre2-8-0"),
    ("libyaml", "libyaml-0.so.2", "libyaml-0-2"),
    ("zlib", "libz.so.1", "zlib1g"),
  ])
  func `doctor names the package of a missing library, and what does not work without it`(
    check: String,
    file: String,
    package: String
  ) throws {
    let tester = try Tester()
    // The loader cannot load an empty file, as if the library were missing.
    try tester.folder.write("", to: "libraries/\(file)")
    let variables = ["LD_LIBRARY_PATH": tester.folder.path(of: "libraries")]
    let found = try tester.doctor(check, [], variables)
    #expect(found.exitCode == 0)
    #expect(found.words.hasPrefix("warning \(check) cannot be loaded, so these do not work: "))
    #expect(found.words.hasSuffix("→ sudo apt install \(package)"))
    guard check == "libcurl" else { return }
    let source = try tester.doctor("source", ["https://flags.test/"], variables)
    #expect(source.exitCode == ExitCode.unavailable)
    #expect(source.words.hasSuffix("→ sudo apt install libcurl4"))
  }

  @Test func `doctor names the file, the line and the key of each mistake in the settings`() throws
  {
    let tester = try Tester()
    let path = try tester.folder.write(
      "{\n  \"them\": \"moss\",\n  \"theme\": \"mos\",\n  \"poll\": 5\n}\n",
      to: "home/config.json"
    )
    let found = try tester.doctor("settings")
    #expect(found.exitCode == ExitCode.failure)
    #expect(
      found.words == """
        warning settings \(path):2: "them" is not a setting; did you mean "theme"? \
        → correct or delete line 2 ("them") \
        failure settings \(path):3: "theme": no theme is named "mos", did you mean "moss"?; \
        see 'halyard themes'; the default theme is used \
        → correct or delete line 3 ("theme"); the default applies until then \
        failure settings \(path):4: "poll": found 5, expected a duration such as "30s" or "2m" \
        → correct or delete line 4 ("poll"); the default applies until then
        """
    )
    try tester.folder.write("{\n", to: "home/config.json")
    #expect(try tester.doctor("settings").words.contains("→ correct or delete line 2;"))
  }

  @Test func `doctor fails for an error in the settings even if many warnings precede it`() throws {
    let tester = try Tester()
    let warnings = (1...7).map { "\"unknown\($0)\": 1,\n" }.joined()
    try tester.folder.write("{\n\(warnings)\"poll\": 5\n}\n", to: "home/config.json")
    let found = try tester.doctor("settings")
    #expect(found.exitCode == ExitCode.failure)
    #expect(found.words.contains("failure settings") && found.words.contains("3 more mistakes"))
  }

  @Test func `for a port of another machine, doctor names no process of this machine`() throws {
    let server = try HTTPServer(ListenAddress(host: "127.0.0.1", port: 0)) { _ in
      .response(ServerResponse())
    }
    defer { server.stop() }
    let address = "192.0.2.1:\(server.address.port)"
    let found = try Tester().doctor("port", ["--listen", address])
    #expect(found.words.hasPrefix("failure port cannot listen on \(address): Cannot assign"))
    #expect(!found.words.contains("process"))
    #expect(found.words.contains("halyard serve --listen 127.0.0.1:"))
  }

  @Test func `doctor names the address of a team that does not respond, and a remedy`() throws {
    let tester = try Tester()
    let server = try LocalServer { _ in .text("") }
    let port = server.port
    server.stop()
    let found = try tester.doctor("team", ["--team", "etcd://127.0.0.1:\(port)/shop"])
    #expect(found.exitCode == ExitCode.unavailable)
    #expect(found.words.hasPrefix("failure team "))
    #expect(found.words.contains("127.0.0.1:\(port)"))
    #expect(found.words.contains("→ "))
  }
}
