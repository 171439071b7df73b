import Dashboard
import Foundation
import Testing

/// Tests the picture of the clients pane in the documentation, which `make screenshots` cannot render,
/// because no client is connected there.
struct ClientsPictureTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "screenshots/clients.svg")

  @Test func `the picture of the clients pane in the docs shows the current screen`() throws {
    let dashboard = Served.dashboard(columns: 120, rows: 32, keys: "4")
    let picture = dashboard.frame(now: .zero).svg(title: "halyard --serve")
    if ProcessInfo.processInfo.environment["HALYARD_RECORD"] == "1" {
      try Data(picture.utf8).write(to: Self.file)
    }
    #expect(try String(contentsOf: Self.file, encoding: .utf8) == picture)
  }
}
