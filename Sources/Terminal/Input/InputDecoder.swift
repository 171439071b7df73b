import Frame

/// Turns the bytes of a terminal into keys.
///
/// The bytes may be split anywhere. Bad UTF-8 is dropped, and so is every sequence that means no
/// key: mouse reports, answers to queries, unknown sequences. Nothing is kept without a bound.
public struct InputDecoder: Sendable {
  /// How long an Escape is held back for the bytes that may follow it.
  public static let escapePatience: Duration = .milliseconds(25)
  /// How long a paste may pause before what came of it counts as all.
  public static let pastePatience: Duration = .seconds(1)

  enum State: Hashable, Sendable {
    case ground
    case escape
    case singleShift
    case control
    case linuxFunction
    case mouse(remaining: Int)
    case string(opener: UInt8, length: Int, escaped: Bool)
    case paste
  }

  static let longestSequence = 256
  static let longestString = 1 << 16

  var state = State.ground
  var collected: [UInt8] = []
  var pasted = PasteBuffer()
  var partial: PartialScalar?
  var partialIsAlt = false
  var output: [Input] = []

  /// Makes a decoder that has seen nothing.
  public init() {}

  /// Whether it is in the middle of something that `flush()` would settle.
  public var isPending: Bool { state != .ground }

  /// How long to wait for more bytes before `flush()`; `nil` if nothing is pending.
  public var patience: Duration? {
    switch state {
    case .ground: nil
    case .paste: Self.pastePatience
    default: Self.escapePatience
    }
  }

  /// Takes bytes and returns what they meant, in order.
  public mutating func decode(_ bytes: some Sequence<UInt8>) -> [Input] {
    for byte in bytes { step(byte) }
    return takeOutput()
  }

  /// Settles what is pending because no more bytes came: a lone Escape is the Escape key.
  public mutating func flush() -> [Input] {
    switch state {
    case .escape: output.append(.key(.escape))
    case .control where collected.isEmpty: output.append(.key(.alt("[")))
    case .singleShift where collected.isEmpty: output.append(.key(.alt("O")))
    case .string(let opener, length: 0, escaped: false):
      output.append(.key(.alt(Character(Unicode.Scalar(opener)))))
    case .paste: output.append(.paste(pasted.text))
    case .ground, .control, .singleShift, .linuxFunction, .mouse, .string: break
    }
    partial = nil
    enter(.ground)
    return takeOutput()
  }

  private mutating func takeOutput() -> [Input] {
    defer { output = [] }
    return output
  }

  mutating func enter(_ next: State) {
    state = next
    collected = []
    pasted = PasteBuffer()
  }
}
