import FeatureFlags
import Frame
import TestSupport
import Testing
import Text

@testable import Dashboard

/// Tests the screen with reduced motion, which has no animation.
struct MotionTests {
  private static var context: DashboardContext {
    var context = Live.context
    context.isMotionReduced = true
    return context
  }

  private static let statuses: [PollStatus] = [
    Live.fresh, Live.counting, Live.failed, Live.stale, Live.retrying, Live.loading(nil),
    Live.loading(LoadProgress(bytes: 1_000, totalBytes: 4_000)),
  ]

  @Test(arguments: statuses, [(80, 24), (120, 32)])
  func `with reduced motion, no frame changes while a source is polled`(
    status: PollStatus,
    size: (columns: Int, rows: Int)
  ) {
    for (snapshot, keys) in [(nil, ""), (nil, "2"), (Shop.snapshot, ""), (Shop.snapshot, "2")] {
      var state = Shop.dashboard(
        columns: size.columns,
        rows: size.rows,
        context: Self.context,
        snapshot: snapshot
      )
      state.setPolling(status)
      _ = state.press(keys)
      #expect(state.nextTick == nil)
      let first = state.screen
      for second in [0.2, 1, 7, 30] {
        #expect(state.frame(now: .seconds(second)).text == first)
      }
    }
  }

  @Test func `with reduced motion, a load shows its percentage without a bar`() {
    var state = Shop.dashboard(columns: 120, rows: 32, context: Self.context, snapshot: nil)
    let load = LoadStatus(
      progress: LoadProgress(bytes: 6_000_000, totalBytes: 12_000_000),
      elapsed: .seconds(1)
    )
    state.content.loading = load
    #expect(state.screen.contains("50 %"))
    #expect(!state.screen.contains("▰") && !state.screen.contains("▱"))
  }

  @Test func `without reduced motion, the time until the next poll changes every second`() {
    var state = Shop.dashboard(columns: 120, rows: 32, context: Live.context)
    state.setPolling(Live.counting)
    #expect(state.nextTick == .milliseconds(400))
  }
}
