import Dashboard
import Documents
import FeatureFlags
import Foundation
import Frame
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests the settings in `config.json`, and the theme that is saved in the file.
struct SettingsTests {
  private let tester: Tester
  private let file: SettingsFile

  init() throws {
    tester = try Tester()
    file = SettingsFile(Environment.current(tester.environment))
  }

  private func write(_ text: String) throws {
    try tester.folder.write(text, to: "home/config.json")
  }

  private func text() throws -> String { try tester.folder.read("home/config.json") }

  @Test func `a missing settings file has no theme, and the first save creates it`() throws {
    #expect(try file.theme() == nil)
    try file.save(theme: "moss")
    #expect(try text() == "{ \"theme\": \"moss\" }\n")
    #expect(try file.theme() == "moss")
  }

  @Test func `saving a theme preserves unknown keys and their order`() throws {
    try write(
      """
      // by hand
      { columns: ["name", "state"], theme: 'moss', "poll": 1.5, 'future': { deep: [null, true, 12] }, }
      """
    )
    try file.save(theme: "sailcloth")
    let document = try JSONReader.read(Array(text().utf8))
    #expect(document.members?.map(\.key) == ["columns", "theme", "poll", "future"])
    #expect(document["theme"]?.string == "sailcloth")
    #expect(document["poll"]?.number == 1.5)
    #expect(document["future"].flatMap(JSONValue.init)?.text() == #"{"deep":[null,true,12]}"#)
  }

  @Test func `saving the same theme again does not write the file`() throws {
    try write("{ theme: 'moss' } // mine\n")
    try file.save(theme: "moss")
    #expect(try text() == "{ theme: 'moss' } // mine\n")
  }

  @Test(arguments: [
    ("{ \"theme\": \n }", "2: column 2: found \"}\", expected"),
    ("{\n  \"theme\": 5 }", "2: \"theme\": found 5, expected a text"),
    ("[]", "1: found a list, expected an object"), ("", " found nothing, expected a document"),
  ])
  func `a malformed settings file is an error with its line, and is never overwritten`(
    wrong: String,
    reason: String
  ) throws {
    try write(wrong)
    let read = #expect(throws: WorkspaceError.self) { try file.theme() }
    #expect(read.map { "\($0)".hasPrefix("\(file.path):\(reason)") } == true)
    let saved = #expect(throws: WorkspaceError.self) { try file.save(theme: "moss") }
    #expect(saved == read)
    #expect(try text() == wrong)
  }

  @Test func `saving through a symbolic link writes the target and preserves the link`() throws {
    let target = try tester.folder.write("{ \"poll\": 5 }", to: "dotfiles/halyard.json")
    let home = tester.folder.path(of: "home")
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: target)
    try file.save(theme: "moss")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == target)
    #expect(
      try tester.folder.read("dotfiles/halyard.json") == "{ \"poll\": 5, \"theme\": \"moss\" }"
    )
  }

  @Test func `saving to a folder that cannot be written is an error`() throws {
    try tester.folder.write("", to: "home")
    let error = #expect(throws: WorkspaceError.self) { try file.save(theme: "moss") }
    #expect(error.map { "\($0)".contains("config.json: cannot be ") } == true)
  }

  /// Writes a theme file with the given name, and returns its path.
  private func theme(_ name: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let moss = root.appendingPathComponent("themes/moss.json")
    return try String(contentsOf: moss, encoding: .utf8).replacing("\"moss\"", with: "\"\(name)\"")
  }

  @Test func `a theme is saved by its name if it is in the library, and otherwise by its path`()
    throws
  {
    try tester.folder.write(theme("Dusk"), to: "home/themes/evening.json")
    let path = try tester.folder.write(theme("Dawn"), to: "morning.json")
    let library = ThemeLibrary(Environment.current(tester.environment), programPath: nil)
    let first = try library.theme(path)
    let setting = ThemeSetting(file, library, first: first, path: path)
    let names = [("evening", "evening"), ("morning", path), ("terminal", "terminal")]
    for (name, saved) in names {
      try setting.save(name)
      #expect(try file.theme() == saved)
      let found = library.savedTheme(try file.settings())
      #expect(found.theme.name == name && found.problem == nil)
    }
  }

  @Test func `a copy of a theme file is a separate theme, which has the name of the copy`() throws {
    for name in ["evening", "night"] {
      try tester.folder.write(theme("Dusk"), to: "home/themes/\(name).json")
    }
    let library = ThemeLibrary(Environment.current(tester.environment), programPath: nil)
    #expect(library.choices.map(\.name) == ["terminal", "evening", "night"])
    let path = tester.folder.path(of: "home/themes/night.json")
    #expect(library.path(ofTheme: "night") == path)
    let setting = ThemeSetting(file, library, first: try library.theme("night"), path: nil)
    #expect(setting.firstPath == path)
  }

  private func picture(_ options: String...) throws -> String {
    let run = try tester.halyard(["snapshot", "--output", "screen.ansi"] + options)
    #expect(run.exitCode == 0)
    return try tester.folder.read("screen.ansi") + run.errors
  }

  @Test func `the saved theme is active unless --theme selects a different one`() throws {
    let plain = try picture()
    try file.save(theme: "moss")
    let moss = try picture()
    #expect(moss != plain)
    #expect(try picture("--theme", "moss") == moss)
    #expect(try picture("--theme", Theme.terminal.name) == plain)
    #expect(try tester.halyard("themes").output.contains("*  moss"))
    #expect(try !tester.halyard("themes").output.contains("*  terminal"))
  }

  @Test func `a snapshot does not save the theme that its keys select`() throws {
    _ = try picture("--keys", "t j enter")
    #expect(try file.theme() == nil)
  }

  @Test
  func `if the saved theme no longer exists, the default is active and a warning is printed`()
    throws
  {
    let plain = try picture()
    try file.save(theme: "mosss")
    let words =
      "halyard: warning: \(file.path):1: \"theme\": no theme is named \"mosss\", did you mean \"moss\"?; "
      + "see 'halyard themes'; the default theme is used\n"
    #expect(try picture() == plain + words)
  }

  @Test
  func `a theme that is selected with t is active in the next dashboard, even with --read-only`()
    async throws
  {
    let session = try await TerminalSession(
      size: Size(columns: 100, rows: 24),
      environment: tester.environment
    )
    let halyard = "cd \(tester.folder.path) && \(ProgramRun.path(of: "halyard"))"
    for (option, key, theme) in [("", "j", "beacon"), ("--read-only", "G", "violet-hour")] {
      try session.enter("clear; \(halyard) \(option)")
      try await session.wait { $0.contains("New Cart") && $0.contains("quit") }
      try session.type("t")
      // Waits for the list of themes, which is read after the first frame.
      try await session.wait(for: "○ ember ")
      try session.type(key)
      try session.press("Enter")
      try await session.wait { $0.contains("✓ The theme ") && $0.contains(" is saved.") }
      try session.type("q")
      try await session.wait { !$0.contains("New Cart") }
      #expect(try file.theme() == theme)
    }
    try tester.folder.write("{ theme:\n ? }", to: "home/config.json")
    try session.enter("clear; \(halyard)")
    try await session.wait { $0.contains("▲") && $0.contains("config.json:2: column 2: found") }
    try session.type("t")
    try session.press("Enter")
    try await session.wait(for: "is not saved:")
    #expect(try text() == "{ theme:\n ? }")
  }
}
