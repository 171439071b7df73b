import Frame
import Testing

@testable import Dashboard

/// Tests sparklines, which draw a series of numbers as one line of blocks.
struct SparklineTests {
  private func text(_ line: Sparkline) -> String {
    line.spans(.terminal).map(\.text.text).joined()
  }

  @Test func `a sparkline draws 0 as the lowest block and the maximum as the highest block`() {
    let line = Sparkline([0, 1, 7, 4, 0.001], width: 8)
    #expect(text(line) == "▁▂█▅▂")
    #expect(line.maximum == 7)
  }

  @Test func `a sparkline draws a missing number as a gap instead of 0`() {
    #expect(text(Sparkline([0, nil, 3, .nan], width: 8)) == "▁·█·")
  }

  @Test func `a sparkline of zeros consists of the lowest blocks`() {
    #expect(text(Sparkline([0, 0, 0], width: 8)) == "▁▁▁")
  }

  @Test func `a given scale determines the heights of a sparkline, and limits larger numbers`() {
    #expect(text(Sparkline([1, 10, 40, -2], width: 8, scale: 10)) == "▂██▁")
  }

  @Test func `a warning or failure symbol replaces a block, and a failure takes precedence`() {
    let line = Sparkline([5, 5, nil, 5], marks: [1: .warning, 2: .failure], width: 8)
    #expect(text(line) == "█▲✗█")
    #expect(text(Sparkline([5, 5, 5], marks: [1: .warning, 2: .failure], width: 2)) == "█✗")
  }

  @Test func `blocks, gaps and failure symbols of a sparkline have different styles`() {
    let spans = Sparkline([5, nil, 5], marks: [2: .failure], width: 8).spans(.terminal)
    #expect(spans.map(\.style) == [Role.gauge1, .muted, .failure].map { Theme.terminal.style($0) })
  }

  @Test
  func `a narrow sparkline combines values by maximum or sum, aligned with the newest value`() {
    let values: [Double?] = [1, 2, 3, nil, nil, 4, 5]
    let maximum = Sparkline(values, width: 4)
    #expect(maximum.columns == [.value(1), .value(3), .gap, .value(5)])
    #expect(maximum.valuesPerColumn == 2)
    let sum = Sparkline(values, width: 4, joining: .sum)
    #expect(sum.columns == [.value(1), .value(5), .gap, .value(9)])
    #expect(sum.maximum == 9)
    #expect(Sparkline(values, width: 1, joining: .sum).columns == [.value(15)])
    #expect(Sparkline(values, width: 0).columns == [.value(5)])
  }

  @Test func `the label of a sparkline has the maximum with its unit, and the time span`() {
    let line = Sparkline([3, 12, nil], width: 8)
    #expect(label(line) == "max 12/10 s · last 10 minutes")
    #expect(label(Sparkline([nil, nil], marks: [0: .failure], width: 8)) == "last 10 minutes")
  }

  @Test func `a sparkline without numbers is an empty axis with a hint`() {
    let line = Sparkline([], width: 6)
    #expect(text(line) == "······")
    #expect(label(line) == "no evaluations yet")
    #expect(label(Sparkline([nil, nil], width: 6)) == "no evaluations yet")
    #expect(phrase(line) == "no evaluations yet")
  }

  @Test func `plain mode describes a sparkline by the latest number, the failures and the gaps`() {
    let line = Sparkline([3, nil, 12, 0, 4], marks: [0: .failure, 3: .warning], width: 8)
    #expect(
      phrase(line)
        == "max 12/10 s, latest 4/10 s, 1 failed, 1 with a warning, 1 of 5 unknown, last 10 minutes"
    )
    #expect(
      phrase(Sparkline([3], marks: [0: .failure], width: 8))
        == "latest failed, 1 failed, last 10 minutes"
    )
  }

  @Test func `each block, gap and symbol of a sparkline has its own ASCII character`() {
    let values = (0...7).map { Double($0) as Double? } + [nil, 1, 1]
    let symbols = text(Sparkline(values, marks: [9: .warning, 10: .failure], width: 20))
    #expect(symbols == "▁▂▃▄▅▆▇█·▲✗")
    #expect(Set(symbols.compactMap { ASCIISymbol.table[$0] }).count == symbols.count)
  }

  private func label(_ line: Sparkline) -> String {
    line.label("last 10 minutes", hint: "no evaluations yet") { "\(Int($0))/10 s" }
  }

  private func phrase(_ line: Sparkline) -> String {
    line.phrase("last 10 minutes", hint: "no evaluations yet") { "\(Int($0))/10 s" }
  }
}
