import Frame

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
  var isTooLong: Bool { collected.count > Self.longestSequence }

  /// Drops an invalid sequence, and decodes the byte that made it invalid as a new input.
  private mutating func abandon(for byte: UInt8) {
    enter(.ground)
    if !Self.cancels.contains(byte) { step(byte) }
  }
}
