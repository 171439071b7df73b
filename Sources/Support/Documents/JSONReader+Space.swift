extension JSONReader {
  @inline(__always)
  mutating func skipSpace() throws(DocumentError) {
    // Most values have no space before them.
    guard let byte = current, byte <= 0x20 || byte >= 0x7F || byte == UInt8(ascii: "/") else {
      return
    }
    try skipSpaces()
  }

  private mutating func skipSpaces() throws(DocumentError) {
    while let byte = current {
      switch byte {
      case 0x0A:
        index += 1
        line += 1
        lineStart = index
      case 0x20: while current == 0x20 { index += 1 }
      case 0x09, 0x0D: index += 1
      case _ where dialect == .json: return
      case 0x0B, 0x0C: index += 1
      case 0xC2 where bytes[index...].starts(with: [0xC2, 0xA0]): index += 2
      case UInt8(ascii: "/"): try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(DocumentError) {
    let next = index + 1 < bytes.count ? bytes[index + 1] : 0
    if next == UInt8(ascii: "/") {
      while let byte = current, byte != 0x0A { index += 1 }
    } else if next == UInt8(ascii: "*") {
      try skipBlockComment()
    } else {
      throw unexpected(expected: "a value")
    }
  }

  private mutating func skipBlockComment() throws(DocumentError) {
    index += 2
    while let byte = current {
      index += 1
      if byte == 0x0A {
        line += 1
        lineStart = index
      } else if byte == UInt8(ascii: "*"), current == UInt8(ascii: "/") {
        index += 1
        return
      }
    }
    throw unexpected(expected: "\"*/\", the end of a comment")
  }
}
