/// Converts ASCII text to one letter case, byte by byte.
///
/// The results equal those of ``CaseConverter``, but need no grapheme clusters and no Unicode
/// properties. The result is the only allocation.
struct ASCIICaseConverter {
  /// The conversion that is applied to a byte of a word.
  private enum Mapping {
    case unchanged
    case lowercase
    case uppercase

    func callAsFunction(_ byte: UInt8) -> UInt8 {
      switch self {
      case .unchanged: byte
      case .lowercase: byte.isUppercase ? byte | 0x20 : byte
      case .uppercase: byte.isLowercase ? byte & 0xDF : byte
      }
    }
  }

  /// The byte between the words of the input; with `nil`, a word begins at each capital.
  private let separator: UInt8?
  private let joiner: UInt8?
  private let strips: Bool
  /// The mapping of the first byte of the text, of the first byte of each later word, and of all
  /// other bytes.
  private let (opening, head, tail): (Mapping, Mapping, Mapping)

  /// Prepares a conversion; `nil` if the separator is not a single ASCII byte.
  ///
  /// The result is also `nil` for CR and LF: CRLF is one character, which byte-wise splitting would
  /// break.
  ///
  /// - Parameters:
  ///   - converter: The letter case and its options.
  ///   - separator: The character between words; with `nil`, a word begins at each capital.
  init?(_ converter: CaseConverter, separatedBy separator: Character?) {
    if let separator {
      guard let byte = separator.asciiValue, byte != 0x0A, byte != 0x0D else { return nil }
      self.separator = byte
    } else {
      self.separator = nil
    }
    joiner = converter.letterCase.separator?.asciiValue
    strips = converter.letterCase.strips(converter.options)
    let rest: Mapping = converter.keepsSuffix ? .unchanged : .lowercase
    (opening, head, tail) =
      switch converter.letterCase.letters {
      case .unchanged: (.unchanged, .unchanged, .unchanged)
      case .lowercase: (.lowercase, .lowercase, rest)
      case .uppercase: (.uppercase, .uppercase, .uppercase)
      case .capitalized: (.uppercase, .uppercase, rest)
      case .camel: (.lowercase, .uppercase, rest)
      }
  }

  /// Converts an ASCII text to the letter case.
  ///
  /// - Returns: The converted text; `nil` if the text is not ASCII.
  func convert(_ text: String) -> String? {
    text.withASCII { bytes in
      // The result is at most twice as long: in the worst case, each byte is a capital and needs a
      // joiner in front.
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count * 2) { result in
        let count = write(bytes, to: result)
        return String(decoding: result[..<count], as: UTF8.self)
      }
    }
  }

  /// Writes the converted bytes to the buffer; returns the number of written bytes.
  private func write(
    _ bytes: UnsafeBufferPointer<UInt8>,
    to result: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    var count = 0
    var isInWord = false
    var hasWords = false
    var mapping = opening
    for byte in bytes {
      if let separator, byte == separator {
        isInWord = false
        continue
      }
      if !isInWord || separator == nil && byte.isUppercase {
        if hasWords, let joiner {
          result[count] = joiner
          count += 1
        }
        isInWord = true
        hasWords = true
        mapping = count == 0 ? opening : head
      }
      if strips, !byte.isAlphanumeric, byte != joiner { continue }
      result[count] = mapping(byte)
      count += 1
      mapping = tail
    }
    return count
  }
}

extension String {
  /// Calls a closure with the bytes of an ASCII text; returns `nil` without a call for other text.
  func withASCII<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
    let result: Result?? = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.reduce(0, |) < 0x80 ? body(bytes) : nil
    }
    return result ?? nil
  }
}

extension UInt8 {
  /// Whether the byte is an uppercase ASCII letter.
  var isUppercase: Bool { self &- 0x41 < 26 }

  /// Whether the byte is a lowercase ASCII letter.
  var isLowercase: Bool { self &- 0x61 < 26 }

  /// Whether the byte is an ASCII letter.
  var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// Whether the byte is an ASCII letter or digit.
  var isAlphanumeric: Bool { isLetter || self &- 0x30 < 10 }
}
