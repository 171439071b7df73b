import Foundation
import Frame
import ScreenTestSupport
import TestSupport
import Testing
import Workbench

/// Tests copying, presets and reports of the dashboard in a real terminal, controlled by keys.
struct ShareSessionTests {
  private let tester: Tester

  init() throws {
    tester = try Tester()
  }

  private func open(_ size: Size = Size(columns: 80, rows: 24)) async throws -> TerminalSession {
    let session = try await TerminalSession(size: size, environment: tester.environment)
    try session.setOption("set-clipboard", to: "on")
    try session.enter("cd \(tester.folder.path) && \(ProgramRun.path(of: "halyard"))")
    try await session.wait(for: "New Cart")
    return session
  }

  @Test(arguments: [
    ("n", "Layout"), ("c", "halyard set --source FOLDER/Features.json Layout Red"),
  ])
  func `a copied text is in the paste buffer of tmux`(key: String, text: String) async throws {
    let session = try await open()
    try session.type("/layout")
    try session.press("Enter")
    try session.type("y")
    try await session.wait(for: "Copy of Layout")
    try session.type(key)
    try await session.wait(for: "Sent to the clipboard of the terminal")
    let folder = tester.folder.path
    #expect(try session.clipboard() == text.replacingOccurrences(of: "FOLDER", with: folder))
  }

  @Test(arguments: [Size(columns: 120, rows: 32), Size(columns: 80, rows: 24)])
  func `a preset is saved, previewed and applied by keys`(size: Size) async throws {
    _ = try tester.halyard("set", "Layout", "Blue")
    let session = try await open(size)
    try session.type("P")
    try await session.wait(for: "No presets yet.")
    try session.type("smine")
    try session.press("Enter")
    try await session.wait(for: "Applying: 1 unchanged")
    try session.press("Escape")
    // Waits after Escape, because Escape and the next key together would be read as one Alt key.
    try await session.wait { !$0.contains("Applying: 1 unchanged") }
    try session.type("/layout")
    try session.press("Enter")
    try session.type("oP")
    try await session.wait { $0.contains("◆ Layout  Red → Blue") }
    try session.press("Enter")
    try await session.wait(for: "Preset mine: 1 changed.")
    #expect(try tester.halyard("list", "--overridden").output.contains("Blue"))
  }

  @Test func `a report is written to the working folder by a key`() async throws {
    let session = try await open()
    try session.type("w")
    try await session.wait(for: "The report is written to")
    let files = try FileManager.default.contentsOfDirectory(atPath: tester.folder.path)
    let names = files.filter { $0.hasPrefix("halyard-report-") }.sorted()
    #expect(names.count == 2)
    let markdown = try tester.folder.read(try #require(names.first { $0.hasSuffix(".md") }))
    #expect(markdown.contains("## Screen"))
    #expect(markdown.contains("CTA colour"))
  }
}
