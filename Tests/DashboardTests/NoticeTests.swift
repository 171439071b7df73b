import Dashboard
import Testing

/// Messages that go away by themselves.
struct NoticeTests {
  private func state(_ kind: Notice.Kind, at time: Duration) -> DashboardState {
    var state = Shop.dashboard(columns: 80, rows: 24)
    _ = state.update(.notice(Notice("It was done.", kind: kind)), now: time)
    return state
  }

  @Test(arguments: [
    (Notice.Kind.success, "✓", 3), (.information, "•", 3), (.warning, "▲", 5), (.failure, "✗", 8),
  ])
  func `a notice has a sign, and goes away in its time`(
    kind: Notice.Kind,
    sign: String,
    seconds: Int
  ) {
    var state = state(kind, at: .seconds(10))
    let end = Duration.seconds(10 + seconds)
    #expect(state.nextTick == end)
    #expect(state.frame(now: end - .milliseconds(1)).text.contains(" \(sign) It was done."))
    #expect(!state.frame(now: end).text.contains("It was done."))
    #expect(state.update(.tick, now: end).isEmpty)
    #expect(state.nextTick == nil)
  }

  @Test func `nothing is waited for while there is no notice`() {
    #expect(Shop.dashboard(columns: 80, rows: 24).nextTick == nil)
  }

  @Test func `escape sequences in a notice reach no cell`() {
    var state = Shop.dashboard(columns: 80, rows: 24)
    _ = state.update(.notice(Notice("a\u{1B}[2Jb\nc", kind: .failure)), now: .zero)
    #expect(state.screen.contains("✗ a␛[2Jb c"))
  }
}
