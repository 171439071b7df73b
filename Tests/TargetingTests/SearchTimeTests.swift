import Targeting
import TestSupport
import Testing

/// Tests searches whose time is exponential in engines with backtracking.
@Suite(.tags(.timed))
struct SearchTimeTests {
  @Test(
    arguments: [
      "a*[bc]", "(a*)*b", "(a|a)*$x", "(a|aa)+$x", "(.*)(.*)(.*)(.*)(.*)x", "(((a*)*)*)*[bc]",
      "^(a+)+$", "(a{1,100}){1,10}[bc]", "a{1,1000}[bc]", "a?a?a?a?a?a?a?a?aaaaaaaa[bc]",
      "[ab]*[ac]*[ad]*[xy]",
    ],
    [30, 200, 2_000, 20_000, 500_000]
  )
  func `a search takes at most 100 ms of processor time`(pattern: String, count: Int) throws {
    let expression = try RegularExpression(pattern)
    let text = String(repeating: "a", count: count)
    // The fastest of three searches: the first one can wait for memory.
    let times = (1...3).map { _ in threadTime { _ = expression.search(text) } }
    #expect((times.min() ?? .zero) < .milliseconds(100))
  }
}
