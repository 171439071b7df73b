public import Frame

/// Decodes the bytes that a terminal sends into keys, pastes, mouse actions and the background
/// colour.
///
/// The bytes may be split anywhere. The decoder drops malformed UTF-8 and all sequences of other kinds:
/// mouse reports in the old X10 format, other responses to queries, unknown sequences. The sizes of all
/// buffers are limited.
///
/// ```swift
/// var decoder = InputDecoder()
/// let inputs = decoder.decode([0x1B, 0x5B, 0x41])  // [.key(.up)]
/// ```
public struct InputDecoder: Sendable {
  /// The timeout after an Escape byte, which may begin the sequence of another key.
  public static let escapePatience: Duration = .milliseconds(25)
  /// The timeout after which an unfinished paste is treated as complete.
  public static let pastePatience: Duration = .seconds(1)
  /// The timeout of an unfinished response of the terminal, whose remaining bytes must not be decoded
  /// as keys when a slow connection delivers them late.
  public static let responsePatience: Duration = .milliseconds(500)

  enum State: Hashable, Sendable {
    case ground
    case escape
    case singleShift
    case control
    case mouse(remaining: Int)
    /// A string such as a response of the terminal; `length` is 0 before its first byte, then 1.
    case string(opener: UInt8, length: Int, escaped: Bool)
    case paste
  }

  /// The maximum length of a sequence or string in bytes; a longer one is dropped when it ends.
  static let longestSequence = 256

  var state = State.ground
  var collected: [UInt8] = []
  var pasted = PasteBuffer()
  var partial: PartialScalar?
  var partialIsAlt = false
  var output: [Input] = []

  /// Whether the terminal is expected to respond to a request, so that an Escape byte may begin the
  /// response: the timeout after the byte is then ``responsePatience``.
  public var expectsResponse = false

  /// Creates a decoder without buffered bytes.
  public init() {}

  /// The time to wait for more bytes before ``flush()`` is called; `nil` if no sequence is
  /// incomplete.
  public var patience: Duration? {
    if isTooLong { return Self.responsePatience }
    return switch state {
    case .ground: nil
    case .paste: Self.pastePatience
    case .string(_, length: 1..., _): Self.responsePatience
    case .escape, .string: expectsResponse ? Self.responsePatience : Self.escapePatience
    case .singleShift, .control, .mouse: Self.escapePatience
    }
  }

  /// The maximum number of bytes that one key press sends.
  private static let longestKey = 16

  /// Decodes bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - isContinued: Whether the bytes arrived so soon after the previous bytes that they belong to the
  ///     same sequence. Otherwise, a few bytes are treated as a key press, which ends a sequence that is
  ///     too long.
  /// - Returns: The completed inputs in order.
  public mutating func decode(
    _ bytes: some Sequence<UInt8>,
    isContinued: Bool = false
  ) -> [Input] {
    if isTooLong, !isContinued, bytes.underestimatedCount <= Self.longestKey { enter(.ground) }
    for byte in bytes { step(byte) }
    return drainOutput()
  }

  /// Ends an incomplete sequence after a timeout; a lone Escape byte is decoded as the Escape key.
  public mutating func flush() -> [Input] {
    switch state {
    case .escape: output.append(.key(.escape))
    case .control where collected.isEmpty: output.append(.key(.alt("[")))
    case .singleShift where collected.isEmpty: output.append(.key(.alt("O")))
    case .string(let opener, length: 0, escaped: false):
      output.append(.key(.alt(Character(Unicode.Scalar(opener)))))
    case .paste: output.append(.paste(pasted.text))
    case .ground, .control, .singleShift, .mouse, .string: break
    }
    partial = nil
    enter(.ground)
    return drainOutput()
  }

  private mutating func drainOutput() -> [Input] {
    defer { output = [] }
    return output
  }

  mutating func enter(_ next: State) {
    state = next
    collected = []
    pasted = PasteBuffer()
  }
}

/// An input from the user (a key, a paste, a mouse action), or a response of the terminal.
public enum Input: Hashable, Sendable {
  /// The user pressed a key.
  case key(Key)
  /// Pasted text, exactly as the terminal sent it, including control characters.
  case paste(String)
  /// The user pressed the first mouse button, dragged, released it, or turned the wheel.
  case mouse(MouseInput)
  /// The terminal responded with the background colour of its window (OSC 11).
  case background(RGB)
}

extension InputDecoder {
  private static let escape: UInt8 = 0x1B
  private static let cancels: Set<UInt8> = [0x18, 0x1A]

  /// Advances the state machine by one byte; appends decoded keys and pastes to `output`.
  mutating func step(_ byte: UInt8) {
    switch state {
    case .ground: stepGround(byte, isAlt: false)
    case .escape: stepEscape(byte)
    case .singleShift: stepSingleShift(byte)
    case .control: stepControl(byte)
    case .mouse(let remaining): stepMouse(byte, remaining: remaining)
    case .string(let opener, let length, let escaped):
      stepString(byte, opener: opener, length: length, escaped: escaped)
    case .paste: stepPaste(byte)
    }
  }

  private mutating func stepGround(_ byte: UInt8, isAlt: Bool) {
    if var scalar = partial {
      partial = nil
      if scalar.append(byte) {
        if scalar.isIncomplete {
          partial = scalar
        } else {
          emit(scalar.scalar, isAlt: partialIsAlt)
        }
        return
      }
    }
    switch byte {
    case Self.escape: enter(.escape)
    case ..<0x20, 0x7F: output.append(.key(Self.key(control: byte)))
    case ..<0x80: emit(Unicode.Scalar(byte), isAlt: isAlt)
    default:
      partial = PartialScalar(first: byte)
      partialIsAlt = isAlt
    }
  }

  private mutating func emit(_ scalar: Unicode.Scalar?, isAlt: Bool) {
    guard let scalar else { return }
    output.append(.key(isAlt ? .alt(Character(scalar)) : .character(Character(scalar))))
  }

  private static func key(control byte: UInt8) -> Key {
    switch byte {
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x00: .control(" ")
    case 0x01...0x1A: .control(Character(Unicode.Scalar(byte | 0x60)))
    default: .control(Character(Unicode.Scalar(byte | 0x40)))
    }
  }

  private mutating func stepEscape(_ byte: UInt8) {
    switch byte {
    case Self.escape: output.append(.key(.escape))
    case UInt8(ascii: "\t"):
      // Shift-Tab of the Linux console.
      enter(.ground)
      output.append(.key(.backTab))
    case UInt8(ascii: "["): enter(.control)
    case UInt8(ascii: "O"): enter(.singleShift)
    case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      enter(.string(opener: byte, length: 0, escaped: false))
    default:
      enter(.ground)
      stepGround(byte, isAlt: true)
    }
  }

  private mutating func stepSingleShift(_ byte: UInt8) {
    let final: UInt8
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ";"):
      return collect(byte)
    case 0x20...0x7E: final = byte
    default: return abandon(for: byte)
    }
    let body = collected
    let isTooLong = isTooLong
    enter(.ground)
    if isTooLong { return }
    if let key = Self.key(keypad: final) {
      output.append(.key(key))
    } else if let input = ControlSequence(body: body, final: final).shifted {
      output.append(input)
    }
  }

  /// The key of a numeric keypad in application mode, by the final byte of its sequence.
  private static func key(keypad final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: " "): .character(" ")
    case UInt8(ascii: "I"): .tab
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "X"): .character("=")
    case UInt8(ascii: "j")...UInt8(ascii: "y"): .character(Character(Unicode.Scalar(final - 0x40)))
    default: nil
    }
  }

  private mutating func stepControl(_ byte: UInt8) {
    // Computed only for a dollar sign: this function is called for each byte of a long sequence.
    var isNumbered: Bool {
      !collected.isEmpty && collected.allSatisfy { (0x30...0x3B).contains($0) }
    }
    switch byte {
    // The Linux console sends `ESC [ [ A` for F1.
    case UInt8(ascii: "[") where collected.isEmpty: collect(byte)
    case UInt8(ascii: "M") where collected.isEmpty: enter(.mouse(remaining: 3))
    case UInt8(ascii: "$") where isNumbered: finishControl(byte)
    case 0x20...0x3F: collect(byte)
    case 0x40...0x7E: finishControl(byte)
    default: abandon(for: byte)
    }
  }

  private mutating func finishControl(_ final: UInt8) {
    if isTooLong { return enter(.ground) }
    let body = collected
    let sequence = ControlSequence(body: body, final: final)
    enter(sequence.beginsPaste ? .paste : .ground)
    let mouse = body.first == UInt8(ascii: "<") ? MouseReport(body.dropFirst(), final) : nil
    if let input = mouse.map({ .mouse($0.input) }) ?? sequence.input { output.append(input) }
  }

  private mutating func stepMouse(_ byte: UInt8, remaining: Int) {
    // The last three bytes of an X10 mouse report encode numbers, and may be invalid UTF-8.
    guard byte >= 0x20 else { return abandon(for: byte) }
    state = remaining > 1 ? .mouse(remaining: remaining - 1) : .ground
  }

  private mutating func stepString(_ byte: UInt8, opener: UInt8, length: Int, escaped: Bool) {
    if escaped {
      if byte == UInt8(ascii: "\\") { return finishString(opener: opener) }
      enter(.escape)
      step(byte)
    } else if byte == Self.escape {
      state = .string(opener: opener, length: length, escaped: true)
    } else if byte == 0x07 {
      finishString(opener: opener)
    } else if Self.cancels.contains(byte) {
      enter(.ground)
    } else {
      collect(byte)
      if length == 0 { state = .string(opener: opener, length: 1, escaped: false) }
    }
  }

  private mutating func finishString(opener: UInt8) {
    let isReport = opener == UInt8(ascii: "]") && !isTooLong
    let report = isReport ? BackgroundReport(collected) : nil
    enter(.ground)
    if let report { output.append(.background(report.colour)) }
  }

  private mutating func stepPaste(_ byte: UInt8) {
    guard pasted.append(byte) else { return }
    output.append(.paste(pasted.text))
    enter(.ground)
  }

  /// Appends a byte to the sequence; drops the bytes beyond the maximum length, up to the end of the
  /// sequence, because they would otherwise be decoded as keys.
  private mutating func collect(_ byte: UInt8) {
    if !isTooLong { collected.append(byte) }
  }

  /// Whether the sequence has more bytes than any known one, so that it is dropped at its end.
  private var isTooLong: Bool { collected.count > Self.longestSequence }

  /// Drops an invalid sequence, and decodes the byte that made it invalid as a new input.
  private mutating func abandon(for byte: UInt8) {
    enter(.ground)
    if !Self.cancels.contains(byte) { step(byte) }
  }
}

/// Decodes one scalar from UTF-8, byte by byte.
struct PartialScalar: Hashable, Sendable {
  private var bytes: [UInt8]
  private let count: Int

  /// Whether the scalar needs more bytes.
  var isIncomplete: Bool { bytes.count < count }

  /// Starts with the first byte of a multi-byte sequence; `nil` for any other byte.
  init?(first: UInt8) {
    guard (0xC2...0xF4).contains(first) else { return nil }
    (bytes, count) = ([first], first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4)
  }

  /// Appends a continuation byte.
  ///
  /// - Returns: `false` if the byte is not a continuation byte; the sequence is unchanged then.
  mutating func append(_ byte: UInt8) -> Bool {
    guard byte & 0xC0 == 0x80 else { return false }
    bytes.append(byte)
    return true
  }

  /// The decoded scalar; `nil` for an overlong or invalid sequence and for a control character.
  var scalar: Unicode.Scalar? {
    let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first
    return scalar.flatMap { $0.value < 0xA0 ? nil : $0 }
  }
}

/// Collects the text between the markers of a bracketed paste.
struct PasteBuffer: Hashable, Sendable {
  /// The maximum size of a paste in bytes; text beyond it is dropped.
  static let limit = 1 << 20

  private static let end = Array("\u{1B}[201~".utf8)
  private var bytes: [UInt8] = []
  private var matched = 0

  /// The pasted text without the end marker; malformed UTF-8 is replaced by U+FFFD.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends a byte, which may be part of the end marker.
  ///
  /// - Returns: Whether the byte completes the end marker.
  mutating func append(_ byte: UInt8) -> Bool {
    if byte == Self.end[matched] {
      matched += 1
      return matched == Self.end.count
    }
    // The first byte of the end marker does not occur again in the marker, so the held bytes are
    // text, and a new match can only begin with the current byte.
    for held in Self.end[..<matched] { append(text: held) }
    matched = byte == Self.end[0] ? 1 : 0
    if matched == 0 { append(text: byte) }
    return false
  }

  private mutating func append(text byte: UInt8) {
    if bytes.count < Self.limit { bytes.append(byte) }
  }
}
