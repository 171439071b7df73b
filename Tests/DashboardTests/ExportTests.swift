import Dashboard
import Foundation
import Frame
import Testing

/// Tests the export of screens to files.
struct ExportTests {
  private func frame(_ text: String, style: Style = .plain) -> Frame {
    var frame = Frame(size: Size(columns: text.count + 1, rows: 1))
    for (column, character) in text.enumerated() {
      frame[column: column, row: 0] = Cell(text: String(character), style: style)
    }
    return frame
  }

  @Test func `the ANSI export of text without a style has no escape sequence`() {
    #expect(frame("plain").ansi == "plain \n")
  }

  @Test func `colours and attributes are exported as escape sequences`() {
    let style = Style(
      foreground: .ansi(2),
      background: .rgb(red: 1, green: 2, blue: 3),
      attributes: .bold
    )
    #expect(frame("on", style: style).ansi == "\u{1B}[0;1;32;48;2;1;2;3mon\u{1B}[0m \n")
    let bright = Style(foreground: .ansi(9), background: .ansi(12), attributes: .reversed)
    #expect(frame("x", style: bright).ansi == "\u{1B}[0;7;91;104mx\u{1B}[0m \n")
  }

  @Test func `an SVG export is well-formed XML with every word of the screen`() throws {
    let state = Shop.dashboard(columns: 120, rows: 32, keys: "j j j")
    let svg = state.frame(now: .zero).svg(title: "a <b> & \"c\"")
    #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
    #expect(svg.hasSuffix("</svg>\n"))
    #expect(svg.contains("<title>a &lt;b&gt; &amp; &quot;c&quot;</title>"))
    for word in [">Halyard<", ">Product<", ">Cards<", ">83.25<", ">品<"] {
      #expect(svg.contains(word))
    }
    let opened = svg.components(separatedBy: "<text").count
    #expect(opened == svg.components(separatedBy: "</text>").count)
    #expect(!svg.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }

  @Test func `the letters of a row in an SVG export are aligned with their columns`() {
    let svg = frame("ab 漢", style: .plain).svg(title: "")
    #expect(svg.contains("<text x=\"14\" y=\"47.6\""))
    // The x coordinate of the fourth column is 14 + 3 * 8.43.
    #expect(svg.contains("<text x=\"39.29\" y=\"47.6\""))
  }

  @Test func `equal screens have equal SVG exports`() {
    let first = Shop.dashboard(columns: 80, rows: 24).frame(now: .zero).svg(title: "shop")
    let second = Shop.dashboard(columns: 80, rows: 24).frame(now: .zero).svg(title: "shop")
    #expect(first == second)
  }
}
