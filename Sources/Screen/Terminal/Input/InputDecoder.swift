public import Frame

/// Decodes the bytes that a terminal sends into keys, pastes, mouse actions, focus changes and the
/// background colour.
///
/// The bytes may be split anywhere. The decoder drops malformed UTF-8 and all other sequences:
/// mouse reports in the old X10 format, other responses to queries, unknown sequences. All of its
/// buffers are bounded.
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

  /// The number of bytes of a sequence or string above which it is dropped at its end.
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

  /// The maximum number of bytes of a key press, which a user sends alone.
  private static let longestKey = 16

  /// Decodes bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - isContinued: Whether the bytes arrived so soon after the former ones that they belong to the same
  ///     sequence; otherwise, a few bytes are a key press, which ends a sequence that is too long.
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

/// An input from the user (a key, a paste, a mouse action, a focus change), or a response of the
/// terminal.
public enum Input: Hashable, Sendable {
  /// The user pressed a key.
  case key(Key)
  /// Pasted text, exactly as the terminal sent it, including control characters.
  case paste(String)
  /// The user pressed the first mouse button, dragged, released it, or turned the wheel.
  case mouse(MouseInput)
  /// The window gained or lost the focus.
  case focus(gained: Bool)
  /// The terminal responded with the background colour of its window (OSC 11).
  case background(RGB)
}
