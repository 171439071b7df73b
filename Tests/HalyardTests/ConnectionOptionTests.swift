import TestSupport
import Testing

@testable import halyard

/// Tests the options for certificate authorities, client certificates and proxies with real servers.
struct ConnectionOptionTests {
  @Test(.enabled(if: LocalTLSServer.isAvailable, "openssl is not installed"))
  func `an own authority is trusted by the option, or by a variable that curl reads, too`() throws {
    let tester = try Tester()
    let authority = try LocalAuthority()
    let server = try LocalTLSServer(authority.issue("server"), text: Tester.configuration)
    let list = ["list", "-s", server.url()]
    let untrusted = try tester.halyard(list)
    #expect(untrusted.exitCode == ExitCode.unavailable)
    #expect(untrusted.errors.contains("not from a trusted authority"))
    let path = authority.root.path
    #expect(try tester.halyard(list + ["--ca-file", path]).exitCode == 0)
    for variable in ConnectionOptions.authorityVariables {
      #expect(try tester.halyard(list, environment: [variable: path]).exitCode == 0, "\(variable)")
    }
    let doctor = try tester.doctor("connection", ["--ca-file", path])
    #expect(
      doctor.words.contains("certificate authorities of \(path) (--ca-file)"),
      "\(doctor.words)"
    )
  }

  @Test(arguments: [
    ("", "is empty"), ("0\u{2}", "has no certificate in PEM form"),
    ("-----BEGIN PRIVATE KEY-----", "has a private key, but no certificate"),
  ])
  func `a file of a variable without certificates is named by doctor and commands`(
    content: String,
    found: String
  ) throws {
    let tester = try Tester()
    try tester.folder.write(content, to: "a.pem")
    let variables = ["SSL_CERT_FILE": "a.pem"]
    let server = try LocalServer { _ in .text("") }
    let source = "https://127.0.0.1:\(server.port)/f.json"
    let doctor = try tester.doctor("connection", ["-s", source], variables)
    #expect(doctor.words.contains("a.pem (SSL_CERT_FILE): \(found), expected a PEM file"))
    let checked = try tester.doctor("source", ["-s", source], variables)
    #expect(checked.words.contains("a.pem: cannot be read, or has no certificate in PEM form"))
    #expect(!checked.words.contains("apt install"), "\(checked.words)")
    let run = try tester.halyard(["list", "-s", source], environment: variables)
    #expect(run.exitCode == ExitCode.unavailable)
    #expect(run.errors.contains("a.pem: cannot be read, or has no certificate in PEM form"))
  }

  @Test func `authorities in the form DER are reported with the command that converts them`() {
    let defect = AuthorityDefect(in: [0x30, 0x82, 0x01, 0xFF])
    #expect(defect == .binary)
    #expect(defect?.description.hasSuffix("convert it with openssl x509 -inform DER") == true)
    #expect(AuthorityDefect(in: Array("x\n-----BEGIN CERTIFICATE-----\n".utf8)) == nil)
  }

  @Test func `requests are sent through the proxy of the option, except to hosts of no_proxy`()
    throws
  {
    let tester = try Tester()
    let proxy = try LocalServer { request in
      request.target.hasPrefix("http://flags.test/")
        ? .text(Tester.configuration) : .text("", status: 400)
    }
    let list = ["list", "-s", "http://flags.test/f.json", "--proxy", proxy.url("")]
    #expect(try tester.halyard(list).exitCode == 0)
    let direct = try tester.halyard(
      list + ["--workspace", "other"],
      environment: ["no_proxy": "flags.test"]
    )
    #expect(direct.exitCode == ExitCode.unavailable)
  }

  @Test(arguments: [
    (["--ca-file", "none.pem"], "--ca-file: none.pem: cannot be read"),
    (
      ["--ca-file", "Features.json"],
      "--ca-file: Features.json: has no certificate in PEM form, expected a PEM file with -----BEGIN"
    ),
    (["--client-key", "Features.json"], "--client-key expects --client-certificate too"),
    (["--proxy", "a b"], "--proxy: found \"a b\", expected a URL"),
    (
      ["--proxy", "nonsense://x"],
      "--proxy: found the scheme \"nonsense\", expected one of http, https, socks4, socks4a, socks5"
    ),
  ])
  func `an option that cannot be used is reported`(words: [String], message: String) throws {
    let tester = try Tester()
    let run = try tester.halyard(["list"] + words)
    #expect(run.exitCode == ExitCode.usage)
    #expect(run.errors.contains(message), "\(run.errors)")
  }
}
