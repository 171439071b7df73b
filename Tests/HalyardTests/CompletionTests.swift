import TestSupport
import Testing

@testable import halyard

/// Tests the candidates that the program prints for the completions of a shell.
struct CompletionTests {
  static let lines: [(line: String, words: [String], word: String, replacement: String)] = [
    ("halyard en", [], "en", "en\\ x\\:y"), ("halyard enable ", ["enable"], "", "en\\ x\\:y"),
    ("halyard  a\\ b 'c d' \"e\\\"f\" g", ["a b", "c d", "e\"f"], "g", "en\\ x\\:y"),
    ("halyard 'en x", [], "en x", "en x:y"), ("halyard \"en x", [], "en x", "en x:y"),
    ("halyard en\\ x:", [], "en x:", "y"), ("halyard 'en'\\ x\\:", [], "en x:", "en\\ x\\:y"),
    ("halyard '' ''", [""], "", "en\\ x\\:y"), ("halyard 'en 'x", [], "en x", "en\\ x\\:y"),
    ("halyard", [], "halyard", "en\\ x\\:y"), ("halyard a\\", [], "a", "en\\ x\\:y"),
  ]

  @Test(arguments: lines)
  func `a line of bash is split into words without quotes`(
    line: String,
    words: [String],
    word: String,
    replacement: String
  ) {
    let parsed = BashLine(line, breaks: " \t\n\"'@><=;|&(:")
    #expect(parsed.words == words)
    #expect(parsed.word == word)
    #expect(parsed.replacement("en x:y") == replacement)
  }

  @Test func `a completion candidate is escaped to fit the open quotes of the command line`() {
    let name = "a'b\"c$d`e\\f [g]*"
    func text(_ line: String) -> String { BashLine(line, breaks: ":").replacement(name) }
    #expect(text("halyard ") == "a\\'b\\\"c\\$d\\`e\\\\f\\ \\[g\\]\\*")
    #expect(text("halyard '") == "a'\\''b\"c$d`e\\f [g]*")
    #expect(text("halyard \"") == "a'b\\\"c\\$d\\`e\\\\f [g]*")
  }

  /// Completes the last word as zsh does; the first line of the reply is left out.
  private func complete(_ words: String..., tester: Tester? = nil) throws -> [String] {
    let tester = try tester ?? Tester()
    let run = try tester.halyard([CompletionShell.callback, "zsh"] + words)
    #expect(run.errors.isEmpty)
    #expect(run.exitCode == 0)
    let lines = run.output.split(separator: "\n").dropFirst()
    return lines.map { String($0.split(separator: "\t")[0]) }
  }

  @Test func `names of commands, and the options of the given command, are completed`() throws {
    #expect(try complete("en") == ["enable", "env"])
    #expect(try complete("help", "un") == ["unlock", "undo"])
    #expect(try complete("list", "--sec") == ["--section"])
    #expect(try complete("version", "--sec").isEmpty)
    #expect(try complete("-s", "x", "li") == ["list"])
    #expect(try complete("enable", "--", "--s").isEmpty)
  }

  @Test func `values of options and operands with a fixed set of words are completed`() throws {
    #expect(try complete("list", "--type", "f") == ["flag", "feature-ab"])
    #expect(try complete("list", "--type=f") == ["--type=flag", "--type=feature-ab"])
    #expect(try complete("--format", "gi").isEmpty)
    #expect(try complete("check", "--format", "gi") == ["github"])
    #expect(try complete("check", "--format=gi") == ["--format=github"])
    #expect(try complete("--format", "o") == ["optimizely", "ofrep", "openfeature"])
    #expect(try complete("completions", "") == ["bash", "zsh", "fish"])
    #expect(try complete("list", "--user", "").isEmpty)
  }

  @Test func `names of features, variations, sections and workspaces are completed`() throws {
    let tester = try Tester()
    #expect(try complete("enable", "ne", tester: tester) == ["New Cart"])
    #expect(try complete("usages", "layout", "ne", tester: tester) == ["New Cart"])
    #expect(try complete("set", "layout", "", tester: tester) == ["Red", "Green", "Blue"])
    #expect(try complete("set", "*", "group", tester: tester) == ["Group A", "Group B"])
    #expect(try complete("set", "layout", "cta", "g", tester: tester) == ["Green"])
    #expect(try complete("assert", "layout", "g", tester: tester) == ["Green"])
    #expect(try complete("list", "--section", "c", tester: tester) == ["Checkout"])
    #expect(try complete("reset", "", tester: tester).isEmpty)
    _ = try tester.halyard("enable", "New Cart", "--workspace", "w")
    #expect(try complete("--workspace", "w", "reset", "", tester: tester) == ["New Cart"])
    #expect(try complete("list", "--workspace", "", tester: tester).contains("w"))
    #expect(try complete("list", "--theme", "term", tester: tester) == ["terminal"])
  }

  @Test(arguments: [
    (["preset", "apply", "sm"], "files\n"), (["preset", "apply", "--file", "sm"], "files\n"),
    (["team", "lock", "new"], "words\nNew Cart"), (["run", "--preset", "sm"], "files\n"),
    (["assert", "--asked", "sm"], "files\n"), (["serve", "--ready-file", "r"], "files\n"),
  ])
  func `the operand of a subcommand is completed, with files if the subcommand reads a file`(
    words: [String],
    reply: String
  ) throws {
    let run = try Tester().halyard([CompletionShell.callback, "zsh"] + words)
    #expect(run.output.hasPrefix(reply))
  }

  @Test func `a name with control characters is completed as list prints it`() throws {
    let tester = try Tester(configuration: #"[{ "name": "Pay\n\tnow\u001b[31m" }]"#)
    #expect(try complete("enable", "", tester: tester) == ["Pay  now␛[31m"])
    let run = try tester.halyard("enable", "Pay  now␛[31m")
    #expect(run.exitCode == 0, "\(run.errors)")
  }

  @Test func `for an unreadable source no names are completed, and no error is printed`() throws {
    let tester = try Tester()
    #expect(try complete("-s", "gone.json", "enable", "", tester: tester).isEmpty)
    #expect(try complete("-s", "/dev/zero", "enable", "", tester: tester).isEmpty)
    #expect(try complete("-s", "mqtt://host", "enable", "", tester: tester).isEmpty)
    #expect(try complete("--user", "", tester: tester).isEmpty)
    #expect(Shell.run("mkfifo '\(tester.folder.path(of: "pipe"))'") == 0)
    #expect(try complete("-s", "pipe", "enable", "", tester: tester).isEmpty)
  }

  @Test func `names from a server are completed from the cache, and no request is sent`() throws {
    let tester = try Tester()
    let server = try LocalServer { _ in .text(Tester.configuration) }
    let url = server.url("/f.json")
    #expect(try complete("-s", url, "enable", "", tester: tester).isEmpty)
    #expect(server.requests.isEmpty)
    _ = try tester.halyard("list", "-s", url)
    let count = server.requests.count
    #expect(try complete("-s", url, "enable", "new", tester: tester) == ["New Cart"])
    #expect(server.requests.count == count)
  }

  @Test func `each operand of a command declares which values a shell completes`() {
    for command in CommandTable.all {
      for operand in command.operands {
        #expect(operand.completion != .none, "\(command.name) \(operand.name)")
      }
    }
  }

  @Test
  func `the command completions with an unknown shell is a usage error that lists the shells`()
    throws
  {
    let run = try Tester().halyard("completions", "tcsh")
    #expect(run.errors.contains("found the shell \"tcsh\", expected one of bash, zsh, fish"))
    #expect(run.exitCode == ExitCode.usage)
  }
}
