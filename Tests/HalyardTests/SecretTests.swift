import AscendExperiments
import FlagSystem
import Foundation
import TestSupport
import Testing

@testable import halyard

/// Tests that passwords, tokens and headers appear in no output and in no file.
struct SecretTests {
  private static let on = "[{ \"name\": \"New Cart\", \"enabled\": true }]"

  @Test func `a header from an argument or a file takes precedence over one from the environment`()
    throws
  {
    let tester = try Tester()
    try tester.folder.write("# mine\n\n X-Api-Key:  file\r\nX-File:a: b\n", to: "headers")
    let server = try LocalServer { _ in .text(Self.on) }
    let run = try ProgramRun(
      ["list", "-s", server.url(), "--header-file", "headers", "--header", "X-Last: argument"],
      environment: tester.environment.merging([
        "HALYARD_HEADERS": "X-Api-Key: environment\nX-Environment: e\nX-Last: environment"
      ]) { $1 },
      folder: tester.folder.path
    )
    #expect(run.exitCode == 0, "\(run.errors)")
    let headers = try #require(server.requests.first?.headers)
    #expect(headers["x-api-key"] == "file")
    #expect(headers["x-file"] == "a: b")
    #expect(headers["x-environment"] == "e")
    #expect(headers["x-last"] == "argument")
  }

  @Test(arguments: [
    ("X-A: 1\nBearer hush", "headers:2: found no name with a colon, expected 'NAME: VALUE'", 64),
    ("X-A: 1\n\n: hush", "headers:3: found no name with a colon, expected 'NAME: VALUE'", 64),
    ("X Y: hush", "headers:1: found a character that cannot be sent in a header", 64),
    ("X: hush\u{1}", "headers:1: found a character that cannot be sent in a header", 64),
    (String(repeating: "X-A: hush\n", count: 7_000), "found more than 65536 bytes", 65),
  ])
  func `a malformed header file is reported with the line, but without its text`(
    text: String,
    message: String,
    exitCode: Int32
  ) throws {
    let tester = try Tester()
    try tester.folder.write(text, to: "headers")
    let run = try tester.halyard("list", "-s", "http://h.test/", "--header-file", "headers")
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(!run.errors.contains("hush"))
    #expect(run.exitCode == exitCode)
  }

  @Test func `a header file that is not a regular file is rejected`() throws {
    let tester = try Tester()
    #expect(mkfifo(tester.folder.path(of: "pipe"), 0o600) == 0)
    for (name, message) in [
      ("pipe", "found a pipe, expected a regular file"),
      ("/dev/zero", "found a device, expected a regular file"),
      ("home/..", "home/.."), ("none", "no such file"),
    ] {
      let run = try tester.halyard("list", "-s", "http://h.test/", "--header-file", name)
      #expect(run.errors.contains(message), "\(run.errors)")
      #expect(run.exitCode == ExitCode.unreadableConfiguration)
    }
  }

  @Test(arguments: [
    ["list", "-s", "http://ana:hush@h:99999/"], ["list", "-s", "http://ana:hu/hush@h/"],
    ["list", "-s", "ftp://ana:hush@h/"], ["list", "-s", "http://ana:hush@h:x/?token=hush"],
    ["list", "-s", "ascend+ftp://ana:hush@h/"], ["list", "-s", "ascend+http://ana:hush@h:x/"],
    ["check", "http://ana:hush@h/", "-s", "http://ana:hush@h/?key=hush"],
    ["themes", "http://ana:hush@h/?key=hush"],
    ["decide", "--all", "--events", "ftp://ana:hush@h/?key=hush"],
    ["list", "-s", "optimizely:key", "--datafile-url", "https://ana:hush@h/"],
    ["connectivity", "--url", "ftp://ana:hush@h/?key=hush"],
    ["list", "-s", "http://h/", "--header", "Authorization Bearer hush"],
    ["list", "-s", "http://h/", "--header", "Authorization: Bearer hush\u{1}"],
  ])
  func `a usage error contains no password, token or header`(words: [String]) throws {
    let run = try Tester().halyard(words)
    #expect(run.exitCode == ExitCode.usage)
    #expect(run.errors.hasPrefix("halyard: error: "))
    #expect(!(run.errors + run.output).contains("hush"), "\(run.errors)")
  }

  @Test func `a token of the URL appears in no output and in no file`() throws {
    let tester = try Tester()
    let server = try LocalServer { _ in .text(Self.on) }
    let url = server.url("/f.json?token=hush&page=2").replacing("//", with: "//ana:hush@")
    let shown = server.url("/f.json?token=…&page=2")
    let good = [
      ["enable", "New Cart", "-s", url], ["list", "-s", url], ["check", url], ["env", "-s", url],
      ["snapshot", "-s", url, "--output", "home/screen.svg"],
      ["snapshot", "-s", url, "--output", "home/screen.txt", "--keys", "3"],
    ]
    var runs = try good.map { try tester.halyard($0) }
    #expect(runs.allSatisfy { $0.exitCode == 0 }, "\(runs)")
    server.change { _ in .text("no", status: 500) }
    runs += try [["list", "-s", url], ["refresh", "-s", url], ["check", url]].map {
      try tester.halyard($0)
    }
    #expect(runs.last?.errors.contains("\(shown): the server responded with status 500") == true)
    #expect(!runs.contains { ($0.output + $0.errors).contains("hush") })
    #expect(server.requests.allSatisfy { $0.target == "/f.json?token=hush&page=2" })
    #expect(try tester.folder.read("home/screen.txt").contains("/f.json?token=…"))
    let home = tester.folder.path(of: "home")
    #expect(Shell.run("grep -rq overrides '\(home)'") == 0)
    #expect(Shell.run("grep -rq hush '\(home)'") != 0)
    #expect(Shell.run("grep -rqF '\"source\": \"\(shown)\"' '\(home)'") == 0)
  }

  @Test(arguments: [
    ("https://flags.test/features.json", "features-67110d24"),
    ("https://ana:pw@flags.test/features.json?token=abc", "features-612efb7b"),
    ("https://flags.test/features.json?token=xyz", "features-8340e03e"),
    ("ascend+https://flags.test/features.json?token=abc", "features-b8c71fca"),
    ("https://flags.test/list?token=abc", "list-c531497e"),
    ("https://flags.test/?token=a/abc", "flags-50f44750"),
  ])
  func `the name of a workspace depends on the whole URL, and is stable across versions`(
    url: String,
    name: String
  ) throws {
    let folder = try TemporaryFolder()
    let list = try folder.write("[\"checkout\"]", to: "experiments.json")
    let arguments = try Arguments(["list", "-s", url, "--experiments", list])
    let location = try LocatedSource(arguments.sourceOptions(), Program.test)
    #expect(location.workspaceName == name)
    #expect(!location.workspaceName.contains("abc"))
    #expect(!location.fullName.contains("abc") && !location.fullName.contains("ana"))
  }

  @Test func `a source URL without an installed libcurl is an error that names the package`()
    throws
  {
    let tester = try Tester()
    try tester.folder.write("no library", to: "libraries/libcurl.so.4")
    try tester.folder.write("[\"checkout\"]", to: "experiments.json")
    let folders = [
      tester.folder.path(of: "libraries"), ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"],
    ]
    var environment = tester.environment
    environment["LD_LIBRARY_PATH"] = folders.compactMap { $0 }.joined(separator: ":")
    for words in [
      ["list", "-s", "https://flags.test/"],
      ["list", "-s", "ascend+https://flags.test/", "--experiments", "experiments.json"],
      ["decide", "--all", "--events", "https://events.test/"],
    ] {
      let run = try ProgramRun(words, environment: environment, folder: tester.folder.path)
      #expect(run.exitCode == ExitCode.unavailable)
      #expect(run.errors.contains("libcurl.so.4"), "\(run.errors)")
      #expect(run.errors.contains("the package libcurl4"), "\(run.errors)")
    }
    let file = try ProgramRun(["list"], environment: environment, folder: tester.folder.path)
    #expect(file.exitCode == 0, "a file needs no libcurl")
  }
}
