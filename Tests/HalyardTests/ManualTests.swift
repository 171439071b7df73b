import Foundation
import TestSupport
import Testing

@testable import halyard

/// Tests the manual pages and their tables.
struct ManualTests {
  private static let tools = ["mandoc", "groff", "man"]

  private static func page(_ name: String) throws -> (folder: TemporaryFolder, path: String) {
    let tester = try Tester()
    let run = try tester.halyard("manual", name)
    #expect(run.exitCode == 0 && run.errors.isEmpty)
    let path = try tester.folder.write(run.output, to: "page")
    return (tester.folder, path)
  }

  @Test(
    .enabled(if: tools.allSatisfy(Shell.has), "mandoc, groff and man are not installed"),
    arguments: ManualCommand.Page.allCases.flatMap { [$0.rawValue, $0.title] }
  )
  func `a manual page has no warning, and its lines fit 80 columns`(name: String) throws {
    let (folder, path) = try Self.page(name)
    let out = folder.path(of: "out")
    #expect(Shell.run("mandoc -T lint '\(path)' > '\(out)' 2>&1") == 0)
    #expect(try folder.read("out") == "")
    #expect(Shell.run("groff -ww -man -Tutf8 -z '\(path)' > '\(out)' 2>&1") == 0)
    #expect(try folder.read("out") == "")
    #expect(Shell.run("LC_ALL=C.UTF-8 MANWIDTH=80 man -P cat -l '\(path)' > '\(out)'") == 0)
    let lines = try folder.read("out").split(separator: "\n")
    #expect(lines.count > 20)
    #expect(lines.filter { $0.count > 80 } == [])
  }

  @Test
  func `the manual lists every command, option, key, kind of source and environment variable`()
    throws
  {
    let source = ProgramManual(commands: CommandTable.all, version: "1").source
    for command in CommandTable.all.dropFirst() {
      let name = command.name.replacing("-", with: "\\-")
      #expect(source.contains("\\fB\(name)\\fR"), "\(command.name)")
    }
    for option in Option.allCases {
      let flag = option.flag.replacing("-", with: "\\-")
      #expect(source.contains("\\fB\(flag)\\fR"), "\(option.flag)")
    }
    let names = ManualTables.variables.map(\.name)
    let read = try SourceCode.matches(
      of: /(?:environment|values|self)\["([A-Z_]+)"\]/,
      in: "halyard"
    )
    #expect(read.count > 10)
    #expect(read.subtracting(names).isEmpty)
    let codes = try SourceCode.matches(of: /static let (\w+): Int32 =/, in: "halyard/Output")
    #expect(codes.count == ManualTables.exitCodes.count)
  }

  @Test func `an unknown manual page is a usage error that names the pages`() throws {
    let run = try Tester().halyard("manual", "pages")
    let message = "found the page \"pages\", expected one of halyard, halyard-config"
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.exitCode == ExitCode.usage)
  }

  @Test func `text in a manual page is escaped, so that roff finds no macro or font change in it`()
  {
    var text = ManualText("x", section: 1, date: "2026-11-22", version: "x 1")
    text.section("NAME")
    text.line(".PP 'x' a\\b `c-d` → ⟨e⟩ \"f\"")
    let line = text.source.split(separator: "\n").last ?? ""
    #expect(line == #"\&.PP \(aqx\(aq a\eb \fBc\-d\fR \[u2192] \fIe\fR \(dqf\(dq"#)
  }

  @Test
  func `source lines of a manual page have at most 80 bytes, and each sentence begins a line`() {
    var text = ManualText("x", section: 1, date: "2026-11-22", version: "x 1")
    text.section("NAME")
    text.line("One. Two words. " + String(repeating: "word ", count: 40))
    let lines = text.source.split(separator: "\n").dropFirst(2)
    #expect(lines.prefix(2) == ["One.", "Two words."])
    #expect(lines.allSatisfy { $0.utf8.count <= 80 } && lines.count == 5)
  }
}
