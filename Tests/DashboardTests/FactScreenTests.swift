import FeatureFlags
import Frame
import TestSupport
import Testing

@testable import Dashboard

/// Tests that only problems have the symbol and the colour of a warning, and that they stay visible.
struct FactScreenTests {
  /// A flag service with a fact and a warning about each feature.
  private struct Service: FlagEvaluator {
    func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator { { _, _ in nil } }

    func explanation(of feature: Feature, in context: EvaluationContext) -> Explanation? {
      Explanation(remarks: ["reason FALLTHROUGH"], warnings: ["SDKs differ"])
    }
  }

  /// The style of the first cell of a text on the screen.
  private func style(of text: String, in state: DashboardState) throws -> Style {
    let lines = state.screen.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(lines.firstIndex { $0.contains(text) }, "\(text)")
    let range = try #require(lines[row].firstRange(of: text))
    let column = DisplayText(String(lines[row][..<range.lowerBound])).width
    return state.frame(now: .zero)[column: column, row: row].style
  }

  @Test func `facts about an evaluation are grey, and only warnings have the warning symbol`()
    throws
  {
    let source = LoadedSource(features: Shop.features, origin: .file, evaluator: Service())
    let state = Shop.dashboard(columns: 80, rows: 24, snapshot: source, keys: "enter")
    #expect(state.screen.contains("▲ SDKs differ"))
    #expect(try style(of: "▲ SDKs differ", in: state) == state.theme.style(.warning))
    #expect(state.screen.contains("– reason FALLTHROUGH"))
    #expect(try style(of: "– reason", in: state) == state.theme.style(.muted))
  }

  @Test(arguments: [[], Shop.problems])
  func `after a failed load the header shows the number of problems and the key to list them`(
    problems: [Problem]
  ) {
    let reason = "shop.json:2: column 31: found \"tru\", expected a value"
    let source = LoadedSource(
      features: Shop.features,
      problems: problems,
      failures: [reason],
      origin: .cache,
      note: reason
    )
    for columns in [60, 80, 120] {
      let state = Shop.dashboard(columns: columns, rows: 24, snapshot: source)
      let header = state.screen.split(separator: "\n").first ?? ""
      #expect(
        header.contains(columns == 60 ? "✗ " : "✗ \(problems.count + 1) problem"),
        "\(header)"
      )
      #expect(header.contains("(5)") || header.contains("5 lists them"), "\(header)")
    }
  }
}
