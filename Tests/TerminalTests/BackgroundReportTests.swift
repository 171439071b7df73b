import Frame
import Terminal
import Testing

/// Tests the decoding of the response to the request for the background colour (OSC 11).
@Suite struct BackgroundReportTests {
  private static func colour(_ text: String) -> RGB {
    RGB(hexadecimal: text) ?? RGB(red: 1, green: 2, blue: 3)
  }

  @Test(
    arguments: [
      ("rgb:ffff/8080/0000", "#ff8000"), ("rgb:FFFF/8080/0000", "#ff8000"),
      ("rgb:fff/808/000", "#ff8000"), ("rgb:ff/80/00", "#ff8000"), ("rgb:f/8/0", "#ff8800"),
      ("rgb:1e1e/1/fff", "#1e11ff"), ("rgba:ffff/ffff/dddd/8000", "#ffffdd"),
      ("rgba:f/f/f/0", "#ffffff"),
    ],
    ["\u{7}", "\u{1B}\\"]
  )
  func `a background colour report is decoded for one to four digits and both terminators`(
    report: (text: String, colour: String),
    terminator: String
  ) {
    var decoder = InputDecoder()
    let inputs = decoder.decode("\u{1B}]11;\(report.text)\(terminator)q".utf8)
    #expect(inputs == [.background(Self.colour(report.colour)), .key(.character("q"))])
  }

  @Test(
    arguments: [
      "11;rgb:ffff/ffff", "11;rgb:ffff/ffff/ffff/ffff", "11;rgba:ffff/ffff/ffff",
      "11;rgb:fffff/ffff/ffff", "11;rgb:/ffff/ffff", "11;rgb:gggg/ffff/ffff", "11;rgb:", "11;?",
      "11",
      "11;#ffffff", "10;rgb:ffff/ffff/ffff", "rgb:ffff/ffff/ffff", "11;rgb:ff:ff/ff/ff", "",
      "11;rgb:-f/ff/ff", "11;rgb:\u{E9}/ff/ff",
    ],
    ["\u{7}", "\u{1B}\\", "\u{18}"]
  )
  func `a malformed background report is dropped, but not the key after it`(
    report: String,
    terminator: String
  ) {
    var decoder = InputDecoder()
    #expect(decoder.decode("\u{1B}]\(report)\(terminator)".utf8) == [])
    #expect(decoder.patience == nil)
    #expect(decoder.decode("q".utf8) == [.key(.character("q"))])
  }

  @Test(arguments: ["\u{7}", "\u{1B}\\"])
  func `a report of the background colour is decoded if it arrives in parts`(terminator: String) {
    let bytes = Array("\u{1B}]11;rgb:ffff/ffff/ffff\(terminator)".utf8)
    for split in 1..<bytes.count {
      var decoder = InputDecoder()
      #expect(decoder.decode(bytes[..<split]) == [])
      #expect(decoder.decode(bytes[split...]) == [.background(Self.colour("#ffffff"))])
    }
  }

  @Test func `an expected background report has the long timeout after each of its bytes`() {
    let bytes = Array("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\".utf8)
    for split in 1..<bytes.count {
      var decoder = InputDecoder()
      decoder.expectsResponse = true
      _ = decoder.decode(bytes[..<split])
      #expect(decoder.patience == InputDecoder.responsePatience)
    }
  }

  @Test
  func `the first two bytes of an unexpected background report have the Escape key timeout`() {
    var decoder = InputDecoder()
    _ = decoder.decode("\u{1B}".utf8)
    #expect(decoder.patience == InputDecoder.escapePatience)
    _ = decoder.decode("]".utf8)
    #expect(decoder.patience == InputDecoder.escapePatience)
    _ = decoder.decode("1".utf8)
    #expect(decoder.patience == InputDecoder.responsePatience)
    #expect(decoder.flush() == [])
  }

  @Test func `a background report in a device control string is dropped`() {
    var decoder = InputDecoder()
    #expect(decoder.decode("\u{1B}P11;rgb:ff/ff/ff\u{1B}\\".utf8) == [])
  }
}
