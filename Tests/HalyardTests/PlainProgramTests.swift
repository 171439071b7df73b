import Foundation
import Frame
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests the program in plain mode, and its output on a terminal.
struct PlainProgramTests {
  private static let hostile = "a\u{1B}]0;x\u{07}\u{9B}31m\u{202E}b"

  private static func document(_ name: String) throws -> String {
    let feature: [String: Any] = [
      "name": name, "section": name, "description": name, "test-variations": [name, "B"],
    ]
    let data = try JSONSerialization.data(withJSONObject: ["features": [feature]])
    return String(decoding: data, as: UTF8.self)
  }

  /// The unprintable characters in an output, except line feeds, tabs and the given escape sequences.
  private static func unprintable(_ output: String, besides sequences: [String] = []) -> [String] {
    let text = sequences.reduce(output) { $0.replacingOccurrences(of: $1, with: "") }
    return text.unicodeScalars.filter { scalar in
      scalar != "\n" && scalar != "\t"
        && [.control, .format, .lineSeparator].contains(scalar.properties.generalCategory)
    }.map { String($0.value, radix: 16) }
  }

  @Test func `the documented example of plain mode prints the documented output`() throws {
    let path = URL(filePath: #filePath).appending(path: "../../../docs/terminals.md").standardized
    let page = try String(contentsOf: path, encoding: .utf8)
    let example = page.components(separatedBy: "$ halyard --plain\n").last ?? ""
    let lines = example.components(separatedBy: "\n").prefix { $0 != "```" }
    let tester = try Tester()
    // Without a configuration in its working folder, the program opens the built-in example.
    try FileManager.default.removeItem(atPath: tester.file)
    let input = lines.filter { $0.hasPrefix("> ") }.map { $0.dropFirst(2) + "\n" }.joined()
    let run = try tester.halyard(["--plain"], input: input)
    // Ignores the times of changes, which differ between runs.
    let act = /\(\d\d:\d\d\)/
    let expected = lines.filter { !$0.hasPrefix("> ") }.joined(separator: "\n") + "\n"
    #expect(run.output.replacing(act, with: "") == expected.replacing(act, with: ""))
  }

  @Test(arguments: [
    ["list"], ["find a"], ["/", "a", "ok", "list"], ["/a"], ["1", "details"], ["1", "copy", "n"],
    ["1", "pick", "1"],
  ])
  func `plain mode prints no control characters of a document`(lines: [String]) throws {
    let tester = try Tester(configuration: Self.document(Self.hostile))
    let run = try tester.halyard(
      ["--plain"],
      input: lines.map { $0 + "\n" }.joined() + Self.hostile + "\n"
    )
    #expect(run.exitCode == 0 && run.output.contains("a␛]0;x␇�31m�b"), "\(run.output)")
    #expect(Self.unprintable(run.output).isEmpty, "\(run.output.debugDescription)")
    #expect(Self.unprintable(run.errors).isEmpty, "\(run.errors.debugDescription)")
  }

  @Test(arguments: [
    ["list"], ["list", "--json"], ["list", "--tsv"], ["show", "NAME"], ["show", "NAME", "--json"],
    ["check"], ["check", "--json"], ["history"], ["history", "--json"], ["history", "--tsv"],
    ["usages", "--code", "."], ["usages", "NAME", "--code", ".", "--json"],
    ["check", "--code", "."],
    ["timeline", "NAME"], ["timeline", "NAME", "--json"], ["list", "--manifest"],
    ["simulate", "--users", "10"], ["diff", "Features.json", "other.json"],
    ["report", "--output", "-"], ["doctor"], ["doctor", "--json"],
    ["diff", "Features.json", "other.json", "--json"], ["preset", "list"], ["preset", "show", "p"],
    ["preset", "show", "p", "--json"], ["refresh"], ["reset", "a*", "--dry-run"], ["env"],
    ["snapshot", "--output", "-"], ["snapshot", "--output", "-.svg"],
  ])
  func `a command prints no control characters of a document on a terminal`(
    words: [String]
  ) throws {
    let tester = try Tester(configuration: Self.document(Self.hostile))
    try tester.folder.write(Self.document("other" + Self.hostile), to: "other.json")
    _ = try tester.halyard("set", "a*", "B", "-s", tester.file)
    _ = try tester.halyard("preset", "save", "p", "-s", tester.file, "--description", Self.hostile)
    let paths = words.map { word in
      word == "NAME" ? Self.hostile : word.hasSuffix(".json") ? tester.folder.path(of: word) : word
    }
    let source = words[0] == "diff" ? [] : ["-s", tester.file]
    let terminal = try PseudoTerminal(
      [ProgramRun.path(of: "halyard")] + paths + source,
      environment: tester.environment.merging(["TERM": "xterm-256color"]) { $1 },
      size: Size(columns: 100, rows: 24)
    )
    let end = try #require(terminal.waitForEnd())
    let output = String(decoding: end.output, as: UTF8.self)
    #expect(!output.isEmpty)
    let own =
      ["\r\n", "\u{1B}[2m", "\u{1B}[1m", "\u{1B}[0m"] + (1...7).map { "\u{1B}[3\($0)m" }
    #expect(Self.unprintable(output, besides: own).isEmpty, "\(output.debugDescription)")
  }

  @Test func `JSON on a terminal has the same values as in a pipe`() throws {
    let tester = try Tester(configuration: Self.document(Self.hostile))
    let terminal = try PseudoTerminal(
      [ProgramRun.path(of: "halyard"), "list", "--json", "-s", tester.file],
      environment: tester.environment,
      size: Size(columns: 100, rows: 24)
    )
    let end = try #require(terminal.waitForEnd())
    let piped = try tester.halyard("list", "--json").output
    let values = try [Data(end.output), Data(piped.utf8)].map {
      try #require(try JSONSerialization.jsonObject(with: $0) as? NSArray)
    }
    #expect(values[0] == values[1])
  }

  @Test func `in plain mode, piped lines wait for the first load of a large file`() throws {
    let features = (0..<30_000).map {
      "{\"name\":\"Feature \($0)\",\"section\":\"S\",\"enabled\":true}"
    }
    let tester = try Tester(configuration: "[" + features.joined(separator: ",") + "]")
    let run = try tester.halyard(["--plain"], input: "list 30000\nfeature 19999\n")
    #expect(run.output.contains("30000 features."), "\(run.output)")
    #expect(run.output.contains("\nFeature 19999, Feature Flag, Enabled"), "\(run.output)")
    #expect(!run.output.contains("not loaded yet"))
  }

  @Test
  func `in plain mode, piped lines wait until the server has responded or the request has failed`()
    throws
  {
    let tester = try Tester()
    let server = try LocalServer { _ in .text(#"[{"name":"Far Cart","enabled":true}]"#) }
    let run = try tester.halyard(["--plain", server.url()], input: "list\n")
    #expect(run.output.contains("1 Far Cart, Feature Flag, Enabled"), "\(run.output)")
    server.stop()
    let other = ["--plain", server.url(), "--workspace", "other"]
    let failed = try tester.halyard(other, input: "list\n")
    #expect(failed.exitCode == 0 && failed.output.contains("The features are not loaded yet."))
  }

  @Test func `in plain mode a line over 1 MiB is ignored, and the next line is performed`() throws {
    let tester = try Tester()
    let run = try tester.halyard(
      ["--plain"],
      input: String(repeating: "x", count: 5 << 20) + "\nlist\n"
    )
    #expect(
      run.output.contains("\nAn input line of more than 1 MiB was ignored.\n"),
      "\(run.output.prefix(200))"
    )
    #expect(run.output.contains("4 features."))
  }

  @Test
  func `the console, the server for assistants and the terminal write to the standard streams`()
    throws
  {
    let writers: Regex<(Substring, Substring)> =
      /(\b(?:Glibc\.|cn_)write\([^,]*,|\b(?:fputs|fwrite|putchar)\(|FileHandle\.standard\w+|\bdebugPrint\()/
    let places = try SourceCode.matches(of: writers, in: "halyard").sorted()
    #expect(places == ["Glibc.write(STDOUT_FILENO,", "Glibc.write(file,"])
    #expect(try SourceCode.matches(of: writers, in: "Terminal") == ["cn_write(descriptor,"])
    let prints: Regex<(Substring, Substring)> = /(?m)^ *(print\("[^\n]*)/
    #expect(try SourceCode.matches(of: prints, in: "halyard").isEmpty)
  }
}
