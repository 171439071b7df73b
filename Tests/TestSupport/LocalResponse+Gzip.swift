extension LocalResponse {
  /// Creates a complete response whose body is compressed with gzip.
  public static func gzip(_ text: String) -> LocalResponse {
    response(headers: [("Content-Encoding", "gzip")], body: Gzip.stored(Array(text.utf8)))
  }

  /// Creates a decompression bomb: zeros with a compression ratio of 158.
  ///
  /// The checksum at the end is missing: a client must stop decompressing before the end.
  public static func bomb(size: Int) -> LocalResponse {
    let (start, middle, count) = Gzip.zeros(size)
    let length = start.count + middle.count * count
    let headers = [("Content-Encoding", "gzip"), ("Content-Length", String(length))]
    return LocalResponse([
      .send(head(200, headers) + start), .repeat(middle, count: count), .close,
    ])
  }
}

/// A minimal gzip encoder for the responses of a `LocalServer`.
enum Gzip {
  private static let header: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]

  /// Encodes the bytes as stored blocks with a gzip header and checksum, without compression.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var result = header
    for start in stride(from: 0, to: max(bytes.count, 1), by: 0xffff) {
      let block = bytes[start..<min(start + 0xffff, bytes.count)]
      let length = UInt16(block.count)
      result.append(block.endIndex == bytes.count ? 1 : 0)
      result += littleEndian(UInt32(length) | UInt32(~length) << 16) + block
    }
    return result + littleEndian(checksum(bytes)) + littleEndian(UInt32(bytes.count))
  }

  /// Encodes at least `size` zero bytes as runs of 258 bytes; eight runs are encoded in 13 bytes.
  ///
  /// - Returns: The first bytes, and the bytes to repeat `count` times after them.
  static func zeros(_ size: Int) -> (start: [UInt8], middle: [UInt8], count: Int) {
    // A block with fixed Huffman codes: 3 header bits, four literal zeros (00110000), then runs
    // (11000101, with five zero bits for the distance) up to a byte boundary.
    var bits = "110" + "00110000"
    let run = "11000101" + "00000"
    while bits.count % 8 != 0 { bits += run }
    let middle = packed(String(repeating: run, count: 8))
    return (header + packed(bits), middle, size / (258 * 8) + 1)
  }

  private static func packed(_ bits: String) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: bits.count / 8)
    for (index, bit) in bits.enumerated() where bit == "1" {
      bytes[index / 8] |= 1 << UInt8(index % 8)
    }
    return bytes
  }

  private static func littleEndian(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 {
        let isOdd = sum & 1 == 1
        sum >>= 1
        if isOdd { sum ^= 0xedb8_8320 }
      }
    }
    return ~sum
  }
}
