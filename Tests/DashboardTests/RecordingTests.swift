import Dashboard
import Documents
import Foundation
import Frame
import Testing

/// Tests the animation of several screens.
struct RecordingTests {
  private func frame(_ lines: String...) -> Frame {
    var frame = Frame(size: Size(columns: 6, rows: lines.count))
    for (row, line) in lines.enumerated() {
      for (column, character) in line.enumerated() {
        frame[column: column, row: row] = Cell(text: String(character))
      }
    }
    return frame
  }

  /// The first row is always `same`; the second one changes from `old` to `new` and back to `old`.
  private var recording: Recording {
    var recording = Recording(frame("same", "old"))
    recording.show(for: .seconds(1))
    recording.add(frame("same", "new"))
    recording.show(for: .milliseconds(500))
    recording.add(frame("same", "old"))
    recording.show(for: .milliseconds(500))
    return recording
  }

  @Test func `a recording of one screen is exported as a still picture`() {
    var recording = Recording(frame("same"))
    recording.show(for: .seconds(1))
    recording.add(frame("same"))
    #expect(recording.svg(title: "a") == frame("same").svg(title: "a"))
  }

  @Test
  func `an SVG animation has each element once, and key frames show it only in its screens`() {
    let svg = recording.svg(title: "a")
    for word in [">same<", ">old<", ">new<"] {
      #expect(svg.components(separatedBy: word).count == 2, "\(word)")
    }
    #expect(svg.contains("@keyframes k0{75%{visibility:visible}50%{visibility:hidden}}\n"))
    #expect(svg.contains("@keyframes k1{50%{visibility:visible}75%{visibility:hidden}}\n"))
    #expect(svg.contains(".k0{animation:k0 2000ms step-end infinite}\n"))
  }

  @Test func `an SVG viewer without animation shows only the first screen`() throws {
    let svg = recording.svg(title: "a")
    let groups = svg.components(separatedBy: "<g class=").dropFirst()
    #expect(groups.count == 2)
    for group in groups {
      let tag = try #require(group.components(separatedBy: ">").first)
      #expect(tag.contains("visibility=\"hidden\"") == group.contains(">new<"))
    }
    let motion = try #require(svg.range(of: "@media (prefers-reduced-motion:no-preference){"))
    let rule = try #require(svg.range(of: "animation:"))
    #expect(motion.upperBound < rule.lowerBound)
    #expect(!svg.contains("<script"))
  }

  @Test func `an SVG animation is well-formed XML`() {
    let parser = TagText(recording.svg(title: "a <b> & c"))
    #expect(parser.isBalanced)
  }

  @Test func `a screen that is shown for no time is left out of a recording`() {
    var recording = Recording(frame("one"))
    recording.add(frame("two"))
    recording.show(for: .seconds(1))
    recording.add(frame("one"))
    recording.show(for: .seconds(1))
    #expect(recording.svg(title: "").components(separatedBy: "@keyframes").count == 3)
    #expect(recording.last == frame("one"))
  }

  @Test
  func `an asciicast has a header, and for each screen an event with the changed rows`() throws {
    let lines = recording.cast(palette: nil, title: "a").split(separator: "\n").map(String.init)
    #expect(lines[0] == #"{"version":2,"width":6,"height":2,"title":"a"}"#)
    #expect(lines.count == 5)
    let events = try lines.dropFirst().map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any])
    }
    #expect(events.map { $0[0] as? Double } == [0, 1, 1.5, 2])
    #expect(events.allSatisfy { $0[1] as? String == "o" })
    #expect(events[0][2] as? String == "\u{1B}[?25l\u{1B}[2J\u{1B}[1;1Hsame  \u{1B}[2;1Hold   ")
    #expect(events[1][2] as? String == "\u{1B}[2;1Hnew   ")
    #expect(events[3][2] as? String == "\u{1B}[2;1H\u{1B}[?25h\r\n")
  }

  @Test func `an asciicast with a palette has the colours of the palette as its theme`() {
    let cast = recording.cast(palette: .standard, title: "a")
    #expect(cast.contains(##""theme":{"fg":"#d6dae1","bg":"#14171d","palette":"#1b1f27:#f07178:"##))
  }
}

/// The tags of an XML text.
private struct TagText {
  let isBalanced: Bool

  init(_ text: String) {
    var open: [Substring] = []
    for part in text.split(separator: "<").dropFirst(text.hasPrefix("<") ? 0 : 1) {
      let tag = part.prefix { $0 != ">" }
      if tag.hasPrefix("/") {
        guard open.popLast() == tag.dropFirst() else {
          isBalanced = false
          return
        }
      } else if !tag.hasSuffix("/") {
        open.append(tag.prefix { $0 != " " })
      }
    }
    isBalanced = open.isEmpty
  }
}
