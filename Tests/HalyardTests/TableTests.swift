import FlagSystem
import Frame
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests tables and help at different widths of the terminal.
struct TableTests {
  private static let table = Table(
    header: ["NAME", "STATE", "TYPE"],
    rows: [
      ["A name that is longer than all of the others", "Enabled, unlocked", "Flag"],
      ["商品レビュー", "Red", "MVT Test"],
    ]
  )

  static let fitted: [(columns: Int?, text: String)] = [
    (
      nil,
      """
      NAME          STATE              TYPE
      A name that is longer than all of the others  Enabled, unlocked  Flag
      商品レビュー  Red                MVT Test

      """
    ),
    (
      60,
      """
      NAME                             STATE              TYPE
      A name that is longer than all…  Enabled, unlocked  Flag
      商品レビュー                     Red                MVT Test

      """
    ),
    (
      36,
      """
      NAME          STATE         TYPE
      A name that…  Enabled, un…  Flag
      商品レビュー  Red           MVT Test

      """
    ),
    (
      16,
      """
      NAME  STA…  TYPE
      A n…  Ena…  Flag
      商…   Red   MVT…

      """
    ),
  ]

  @Test func `a fixed column is truncated only if each other column is one cell wide`() {
    let table = Table(
      fixedColumns: 1,
      rows: [["2026-11-22 17:30", "ana@build-7", "none → Enabled"]]
    )
    #expect(table.text(fitting: 32) == "2026-11-22 17:30  ana@b…  none …\n")
    #expect(table.text(fitting: 12) == "2026-…  …  …\n")
  }

  @Test(arguments: fitted)
  func `a table truncates the widest column to fit the terminal`(
    columns: Int?,
    text: String
  ) {
    #expect(Self.table.text(fitting: columns) == text)
  }

  @Test
  func `without a terminal a very long cell is not truncated, and does not widen other lines`() {
    let long = String(repeating: "x", count: 1_000)
    let table = Table(rows: [["a", "1"], [long, "2"], [String(repeating: "b", count: 40), "3"]])
    let lines = table.text.split(separator: "\n")
    #expect(lines.map(\.count) == [43, 1_003, 43])
    #expect(lines[1] == "\(long)  2")
  }

  @Test func `a table on a terminal with colours has a dimmed header`() {
    let table = Table(header: ["NAME"], rows: [["Cart"]])
    #expect(table.text(fitting: 80, isColoured: true) == "\u{1B}[2mNAME\u{1B}[0m\nCart\n")
  }

  @Test func `list on a terminal prints a header, and one line for each feature`() async throws {
    let long = "A feature whose name is longer than the terminal is wide by far"
    let tester = try Tester(
      configuration: #"[{ "name": "Cart", "section": "Shop" }, { "name": "\#(long)" }]"#
    )
    _ = try tester.halyard("enable", "Cart")
    let session = try await TerminalSession(
      size: Size(columns: 60, rows: 12),
      environment: tester.environment
    )
    try session.enter("clear; \(ProgramRun.path(of: "halyard")) list -s '\(tester.file)'")
    let screen = try await session.waitForPrompt()
    let lines = screen.split(separator: "\n").map(String.init)
    let start = try #require(lines.firstIndex { $0.hasPrefix("NAME") })
    #expect(
      lines[start...].prefix(4).joined(separator: "\n") == """
        NAME          STATE     TYPE          SECTION     OVERRIDE
        Cart          Enabled   Feature Flag  Shop        overridden
        A feature w…  Disabled  Feature Flag  No section
        ready>
        """
    )
  }

  @Test(arguments: CommandTable.all.map { $0.name }, [nil, 40, 57, 80, 100])
  func `help is wrapped between words at the width of the terminal`(
    name: String,
    columns: Int?
  ) throws {
    let command = try #require(CommandTable.all.first { $0.name == name })
    let text = HelpCommand.text(for: command, columns: columns)
    let lines = text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= columns ?? 80 })
    let words = text.split { $0.isWhitespace }
    let others = HelpCommand.text(for: command, columns: 1000).split { $0.isWhitespace }
    #expect(words == others)
  }

  @Test func `"help sources" lists each source, format and flag system`() {
    let text = SourcesHelp.text(columns: 100)
    for kind in SourceKinds.all { #expect(text.contains("  \(kind.form)")) }
    for format in FileFormats.all { #expect(text.contains("  \(format.name) ")) }
    for system in FlagSystems.all { #expect(text.contains("\n\(system.name):\n")) }
    #expect(text.contains("  source       unleash+https://HOST[/BASE], a file of Edge"))
  }

  @Test func `help of a command lists its own options, and "help options" lists the common ones`()
    throws
  {
    let tester = try Tester()
    let text = try tester.halyard("help", "list").output
    #expect(text.contains("--overridden") && !text.contains("--fallback FILE"))
    #expect(text.contains("See 'halyard help options'"))
    let serve = try tester.halyard("help", "serve").output
    #expect(serve.contains("Write a JSON line for the address"), "\(serve)")
    let common = try tester.halyard("help", "options").output
    for option in Option.common { #expect(common.contains(option.flag)) }
    #expect(try !tester.halyard("help").output.contains("--fallback FILE"))
  }

  @Test func `all lines of an explanation in help begin at the same column`() throws {
    let lines = HelpCommand.text(for: SetCommand.row, columns: 60).split(separator: "\n").map(
      String.init
    )
    let first = try #require(lines.firstIndex { $0.hasPrefix("  --section NAME") })
    #expect(
      lines[first...].prefix(2).joined(separator: "\n") == """
          --section NAME        Change only features of sections
                                whose title contains this text; may
        """
    )
  }
}
