import Documents
import FeatureFlags
import Frame
import TestSupport
import Testing

@testable import Dashboard

/// Tests that the time to process a key does not grow with the size of a JSON value.
///
/// The time limits are many times those of a release build, since tests run without optimisation.
@Suite(.tags(.timed))
struct JSONSpeedTests {
  private func time(_ work: () throws -> Void) rethrows -> Duration {
    try (0..<3).map { _ in try threadTime(work) }.min() ?? .zero
  }

  @Test func `a value of 1 MB with 20,000 members is unfolded and folded within the time limit`()
    throws
  {
    let text = JSONExample.large.text()
    #expect(text.utf8.count > 1_000_000)
    var outline = JSONOutline(.null)
    let needed = try time { outline = JSONOutline(try #require(JSONValue(parsing: text))) }
    #expect(outline.nodes.count == 20_101)
    #expect(needed < .seconds(1), "\(needed)")
    outline.setAllOpen(true)
    #expect(outline.rows.count == 20_101)
    let row = outline.row(of: outline.node(at: ["group 1"]).index)
    let folding = time {
      outline.setOpen(false, row: row)
      outline.setOpen(true, row: row)
    }
    #expect(folding < .milliseconds(5), "\(folding)")
  }

  @Test(arguments: ["j", "pgdn", "G", "g", "enter", "← →", "d j d"])
  func `a key in a value of 1 MB is processed and drawn within the time limit`(keys: String) {
    let large = JSONExample.large.text()
    let other = large.replacing("of a document", with: "of another document")
    let feature = Feature(
      name: "F",
      testVariations: ["A", "B"],
      variables: [Variable(name: "value", value: .json(large))],
      variationVariables: [[], [Variable(name: "value", value: .json(other))]]
    )
    var state = Shop.dashboard(
      columns: 120,
      rows: 32,
      snapshot: LoadedSource(features: [feature], origin: .file),
      keys: "J j _"
    )
    let needed = time { _ = state.press(keys) }
    let limit: Duration = keys.contains("d") ? .seconds(3) : .milliseconds(20)
    #expect(needed < limit, "\(keys) needed \(needed)")
    var canvas = Canvas(size: state.size, style: state.theme.style(.text))
    let drawing = time { state.dialog?.draw(on: &canvas, theme: state.theme) }
    #expect(drawing < .milliseconds(50), "drawing needed \(drawing)")
  }
}
