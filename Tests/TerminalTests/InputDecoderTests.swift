import Frame
import Testing

@testable import Terminal

@Suite struct InputDecoderTests {
  static let keys: [(bytes: String, key: Key)] = [
    ("a", .character("a")), ("Z", .character("Z")), (" ", .character(" ")),
    ("é", .character("é")), ("日", .character("日")), ("🙂", .character("🙂")),
    ("\r", .enter), ("\n", .enter), ("\t", .tab), ("\u{7F}", .backspace), ("\u{8}", .backspace),
    ("\u{0}", .control(" ")), ("\u{1}", .control("a")), ("\u{15}", .control("u")),
    ("\u{1A}", .control("z")), ("\u{1D}", .control("]")), ("\u{1F}", .control("_")),
    ("\u{1B}x", .alt("x")), ("\u{1B}é", .alt("é")), ("\u{1B}(", .alt("(")),
    ("\u{1B}\r", .enter), ("\u{1B}\u{7F}", .backspace),
    ("\u{1B}[A", .up), ("\u{1B}OA", .up), ("\u{1B}[B", .down), ("\u{1B}OB", .down),
    ("\u{1B}[C", .right), ("\u{1B}OC", .right), ("\u{1B}[D", .left), ("\u{1B}OD", .left),
    ("\u{1B}[1;2A", .shiftUp), ("\u{1B}[1;2B", .shiftDown), ("\u{1B}[a", .shiftUp),
    ("\u{1B}[b", .shiftDown), ("\u{1B}[1;5A", .up), ("\u{1B}[1;3D", .left), ("\u{1B}Oc", .right),
    ("\u{1B}[1;6B", .shiftDown), ("\u{1B}O5A", .up), ("\u{1B}O2B", .shiftDown),
    ("\u{1B}[H", .home), ("\u{1B}OH", .home), ("\u{1B}[1~", .home), ("\u{1B}[7~", .home),
    ("\u{1B}[1;5H", .home), ("\u{1B}[F", .end), ("\u{1B}OF", .end), ("\u{1B}[4~", .end),
    ("\u{1B}[8~", .end), ("\u{1B}[7$", .home), ("\u{1B}[8^", .end), ("\u{1B}[5@", .pageUp),
    ("\u{1B}[2~", .insert), ("\u{1B}[3~", .delete), ("\u{1B}[3;5~", .delete),
    ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\u{1B}[Z", .backTab),
    ("\u{1B}OP", .function(1)), ("\u{1B}[P", .function(1)), ("\u{1B}[1;2Q", .function(2)),
    ("\u{1B}OS", .function(4)), ("\u{1B}[11~", .function(1)), ("\u{1B}[14~", .function(4)),
    ("\u{1B}[15~", .function(5)), ("\u{1B}[17~", .function(6)), ("\u{1B}[21~", .function(10)),
    ("\u{1B}[23~", .function(11)), ("\u{1B}[24;2~", .function(12)),
    ("\u{1B}[[A", .function(1)), ("\u{1B}[[E", .function(5)),
    ("\u{1B}OM", .enter), ("\u{1B}Oj", .character("*")), ("\u{1B}Op", .character("0")),
    ("\u{1B}Oy", .character("9")), ("\u{1B}OX", .character("=")),
    ("\u{1B}[13;5u", .enter), ("\u{1B}[27u", .escape), ("\u{1B}[9;2u", .backTab),
    ("\u{1B}[117;5u", .control("u")), ("\u{1B}[97;3u", .alt("a")),
    ("\u{1B}[97;2u", .character("A")),
    ("\u{1B}[233u", .character("é")), ("\u{1B}[127;5u", .backspace),
    ("\u{1B}[32;5u", .control(" ")),
    ("\u{1B}[106;5:1u", .control("j")), ("\u{1B}[106:74;2u", .character("J")),
    ("\u{1B}[27;5;13~", .enter), ("\u{1B}[27;5;85~", .control("u")), ("\u{1B}[27;2;9~", .backTab),
  ]

  @Test(arguments: keys)
  func `the escape sequences of all terminals decode to their keys`(bytes: String, key: Key) {
    var decoder = InputDecoder()
    #expect(decoder.decode(bytes.utf8) == [.key(key)])
    #expect(decoder.patience == nil)
  }

  @Test(arguments: [
    "\u{1B}[<1;10;20M", "\u{1B}[<64;300;200m", "\u{1B}[<0;0;1M", "\u{1B}[<0;1M", "\u{1B}[<4;1;1M",
    "\u{1B}[<35;9;9M", "\u{1B}[<0;1;2;3M", "\u{1B}[<;;M", "\u{1B}[M !!", "\u{1B}[32;10;10M",
    "\u{1B}[5;7R",
    "\u{1B}[?62;22c", "\u{1B}[>41;390;0c", "\u{1B}[?2026;2$y", "\u{1B}[0n", "\u{1B}[99~",
    "\u{1B}]10;rgb:0/0/0\u{7}",
    "\u{1B}P>|tmux 3.3a\u{1B}\\",
    "\u{1B}_Gi=1;OK\u{1B}\\", "\u{1B}[57441u", "\u{1B}[97;1:3u", "\u{1B}[1;1:3A", "\u{1B}Oz",
    "\u{1B}[[Z", "\u{85}", "\u{9B}", "\u{1B}[12345678901234567890~", "\u{1B}[1114112u",
    "\u{1B}[55296u", "\u{1B}]0;title\u{18}", "\u{1B}[1;2\u{1A}",
  ])
  func `an escape sequence that is no key is dropped, but not the bytes after it`(bytes: String) {
    var decoder = InputDecoder()
    #expect(decoder.decode(bytes.utf8) == [])
    #expect(decoder.patience == nil)
    #expect(decoder.decode("q".utf8) == [.key(.character("q"))])
  }

  @Test(
    arguments: [
      [0xFF], [0xC3], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xF4, 0x90, 0x80, 0x80],
      [0xF0, 0x9F], [0x80, 0xBF], [0xE6, 0x97, 0xFF], [0x9B],
    ] as [[UInt8]]
  )
  func `malformed UTF-8 is dropped, and decoding continues`(bytes: [UInt8]) {
    var decoder = InputDecoder()
    #expect(decoder.decode(bytes + Array("q".utf8)) == [.key(.character("q"))])
  }

  @Test func `a single Escape byte is decoded to the Escape key after the timeout`() {
    var decoder = InputDecoder()
    #expect(decoder.decode("\u{1B}".utf8) == [])
    #expect(decoder.patience != nil)
    #expect(decoder.patience == .milliseconds(25))
    #expect(decoder.flush() == [.key(.escape)])
    #expect(decoder.patience == nil)
    #expect(decoder.decode("\u{1B}\u{1B}[B".utf8) == [.key(.escape), .key(.down)])
  }

  @Test(arguments: [
    ("\u{1B}[", Key.alt("[")), ("\u{1B}O", .alt("O")), ("\u{1B}P", .alt("P")),
    ("\u{1B}]", .alt("]")),
  ])
  func `an incomplete escape sequence is decoded to an Alt key after the timeout`(
    bytes: String,
    key: Key
  ) {
    var decoder = InputDecoder()
    #expect(decoder.decode(bytes.utf8) == [])
    #expect(decoder.flush() == [.key(key)])
  }

  @Test func `a bracketed paste is decoded to one input with its exact text`() {
    var decoder = InputDecoder()
    let text = "one\r\ntwo\t\u{1B}[31mred \u{1B}[20 日本"
    let inputs = decoder.decode("a\u{1B}[200~\(text)\u{1B}[201~b".utf8)
    #expect(inputs == [.key(.character("a")), .paste(text), .key(.character("b"))])
  }

  @Test func `a paste above the limit is truncated, and decoding continues after its end`() {
    var decoder = InputDecoder()
    _ = decoder.decode("\u{1B}[200~".utf8)
    let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    #expect(decoder.decode(chunk) == [])
    #expect(decoder.decode(chunk) == [])
    let inputs = decoder.decode("\u{1B}[201~q".utf8)
    #expect(inputs == [.paste(String(repeating: "x", count: 1 << 20)), .key(.character("q"))])
  }

  @Test func `a paste without an end marker ends after the timeout`() {
    var decoder = InputDecoder()
    #expect(decoder.decode("\u{1B}[200~abc".utf8) == [])
    #expect(decoder.patience == .seconds(1))
    #expect(decoder.flush() == [.paste("abc")])
    #expect(decoder.decode("q".utf8) == [.key(.character("q"))])
  }

  @Test(arguments: [
    ("\u{1B}[<0;10;20M", MouseInput(.press, at: Position(column: 9, row: 19))),
    ("\u{1B}[<0;1;1m", MouseInput(.release, at: Position(column: 0, row: 0))),
    ("\u{1B}[<32;300;200M", MouseInput(.drag, at: Position(column: 299, row: 199))),
    ("\u{1B}[<64;3;2M", MouseInput(.scrollUp, at: Position(column: 2, row: 1))),
    ("\u{1B}[<65;3;2M", MouseInput(.scrollDown, at: Position(column: 2, row: 1))),
  ])
  func `a mouse report in SGR format is decoded`(bytes: String, mouse: MouseInput) {
    var decoder = InputDecoder()
    #expect(decoder.decode(bytes.utf8) == [.mouse(mouse)])
  }

  @Test func `focus reports that another program has enabled are dropped`() {
    var decoder = InputDecoder()
    #expect(decoder.decode("\u{1B}[I\u{1B}[Oa".utf8) == [.key(.character("a"))])
  }

  @Test(arguments: ["\u{1B}]", "\u{1B}P", "\u{1B}[", "\u{1B}O"])
  func `an escape sequence without an end is dropped, and the next key press ends it`(
    opener: String
  ) {
    var decoder = InputDecoder()
    let noise = [UInt8](repeating: UInt8(ascii: "0"), count: 4_096)
    #expect(decoder.decode(Array(opener.utf8) + noise).isEmpty)
    for _ in 0..<512 { #expect(decoder.decode(noise).isEmpty) }
    #expect(decoder.collected.count <= InputDecoder.longestSequence + 1)
    #expect(decoder.decode("0".utf8, isContinued: true).isEmpty)
    var paused = decoder
    #expect(decoder.decode("q".utf8) == [.key(.character("q"))])
    #expect(paused.flush().isEmpty)
    #expect(paused.decode("\u{1B}[A".utf8) == [.key(.up)])
  }

  @Test(arguments: [
    ("\u{1B}]", "\u{7}"), ("\u{1B}P", "\u{1B}\\"), ("\u{1B}[", "A"), ("\u{1B}O", "A"),
  ])
  func `an escape sequence above the maximum length is dropped with its end`(
    opener: String,
    end: String
  ) {
    var decoder = InputDecoder()
    let long = opener + String(repeating: "1", count: 1_000) + end + "q"
    #expect(decoder.decode(long.utf8) == [.key(.character("q"))])
  }

  @Test func `the decoded inputs do not depend on the position where the bytes are split`() {
    let bytes = Array(
      ("jé日🙂\u{1B}[A\u{1B}OB\u{1B}[1;2A\u{1B}[<0;1;2M\u{1B}[M !!k\u{1B}[200~p\u{1B}[20q\u{1B}[201~"
        + "\u{1B}]11;rgb:1/2/3\u{1B}\\\u{1B}P1$r0m\u{1B}\\\u{1B}x\u{1B}\u{1B}[[A\u{1B}[27;5;85~"
        + "\u{1B}[97;3u\u{1B}[I\r\u{1B}é\u{1B}[15~q").utf8
    )
    var whole = InputDecoder()
    let expected = whole.decode(bytes)
    #expect(expected.count == 20)
    for first in 0...bytes.count {
      for second in stride(from: first, through: bytes.count, by: 3) {
        var decoder = InputDecoder()
        let inputs =
          decoder.decode(bytes[..<first]) + decoder.decode(bytes[first..<second])
          + decoder.decode(bytes[second...])
        #expect(inputs == expected, "split at \(first) and \(second)")
      }
    }
    var decoder = InputDecoder()
    #expect(bytes.flatMap { decoder.decode([$0]) } == expected)
  }

  @Test func `decoding recovers after random bytes`() {
    var generator = Noise(state: 20_261_121)
    var decoder = InputDecoder()
    let telling = Array("\u{1B}[OP]M<0;1~2q\u{C3}\u{F0}".utf8)
    for round in 0..<100_000 {
      let bytes = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
        // Begins a sequence with every second byte: uniform random bytes would be mostly text.
        Bool.random(using: &generator)
          ? telling.randomElement(using: &generator) ?? 0
          : UInt8.random(in: 0...255, using: &generator)
      }
      _ = decoder.decode(bytes)
      _ = decoder.flush()
      let inputs = decoder.decode("q".utf8)
      guard inputs == [.key(.character("q"))] else {
        Issue.record("round \(round): \(bytes) made a q into \(inputs)")
        return
      }
    }
  }
}

/// A deterministic pseudo-random number generator.
struct Noise: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
