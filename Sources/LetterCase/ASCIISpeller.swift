/// Converts ASCII text to one letter case, byte by byte.
///
/// It has the results of ``Speller`` in a fraction of the time, because neither grapheme clusters nor
/// Unicode properties are needed. It allocates nothing but the result.
struct ASCIISpeller {
  /// How the bytes of a word change.
  private enum Change {
    case none
    case lower
    case upper

    func callAsFunction(_ byte: UInt8) -> UInt8 {
      switch self {
      case .none: byte
      case .lower: byte.isCapital ? byte | 0x20 : byte
      case .upper: byte.isSmall ? byte & 0xDF : byte
      }
    }
  }

  /// The byte that ends a word; `nil` begins a word at each capital.
  private let separator: UInt8?
  private let joiner: UInt8?
  private let strips: Bool
  /// The change of the first byte of the text, of the first byte of a word, and of the others.
  private let (opening, head, tail): (Change, Change, Change)

  /// Prepares a conversion; `nil` for a separator that bytes cannot be compared with.
  ///
  /// A line feed is such a separator, because after a carriage return it is part of another
  /// character.
  ///
  /// - Parameters:
  ///   - speller: The letter case and its options.
  ///   - separator: The character between words; `nil` begins a word at each capital.
  init?(_ speller: Speller, separatedBy separator: Character?) {
    if let separator {
      guard let byte = separator.asciiValue, byte != 0x0A, byte != 0x0D else { return nil }
      self.separator = byte
    } else {
      self.separator = nil
    }
    joiner = speller.letterCase.separator?.asciiValue
    strips = speller.letterCase.strips(speller.options)
    let rest: Change = speller.keepsSuffix ? .none : .lower
    (opening, head, tail) =
      switch speller.letterCase.letters {
      case .asTheyAre: (.none, .none, .none)
      case .small: (.lower, .lower, rest)
      case .capitals: (.upper, .upper, .upper)
      case .headed: (.upper, .upper, rest)
      case .humped: (.lower, .upper, rest)
      }
  }

  /// Converts a text.
  ///
  /// - Returns: `nil` if the text is not ASCII.
  func spell(_ text: String) -> String? {
    text.withASCII { bytes in
      // At worst each byte is a capital, and gets a joiner.
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count * 2) { result in
        let count = write(bytes, to: result)
        return String(decoding: result[..<count], as: UTF8.self)
      }
    }
  }

  /// Writes the converted bytes; returns how many there are.
  private func write(
    _ bytes: UnsafeBufferPointer<UInt8>,
    to result: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    var count = 0
    var isInWord = false
    var hasWords = false
    var change = opening
    for byte in bytes {
      if let separator, byte == separator {
        isInWord = false
        continue
      }
      if !isInWord || separator == nil && byte.isCapital {
        if hasWords, let joiner {
          result[count] = joiner
          count += 1
        }
        isInWord = true
        hasWords = true
        change = count == 0 ? opening : head
      }
      if strips, !byte.isAlphanumeric, byte != joiner { continue }
      result[count] = change(byte)
      count += 1
      change = tail
    }
    return count
  }
}

extension String {
  /// Uses the bytes of the text; `nil` if it is not ASCII.
  func withASCII<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
    let result: Result?? = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.reduce(0, |) < 0x80 ? body(bytes) : nil
    }
    return result ?? nil
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII capital letter.
  var isCapital: Bool { self &- 0x41 < 26 }

  /// Whether the byte is an ASCII small letter.
  var isSmall: Bool { self &- 0x61 < 26 }

  /// Whether the byte is an ASCII letter.
  var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// Whether the byte is an ASCII letter or digit.
  var isAlphanumeric: Bool { isLetter || self &- 0x30 < 10 }
}
