/// Computes FNV-1a with 32 bits, a public domain hash function by Fowler, Noll and Vo.
///
/// SDKs for JavaScript hash the UTF-16 code units of a text. For non-ASCII texts, SDKs that hash UTF-8
/// bytes or code points compute different hashes.
package enum FNV1a {
  /// Returns the hash of two texts, one after the other.
  package static func hash(_ first: String, _ second: String = "") -> UInt32 {
    mix(second, into: mix(first, into: 2_166_136_261))
  }

  /// Returns the hash of the UTF-8 bytes of two texts, one after the other.
  package static func hash(utf8 first: String, _ second: String) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    for byte in first.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    for byte in second.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return hash
  }

  private static func mix(_ text: String, into start: UInt32) -> UInt32 {
    var hash = start
    for byte in text.utf8 {
      guard byte < 0x80 else {
        return text.utf16.reduce(start) { ($0 ^ UInt32($1)) &* 16_777_619 }
      }
      // The code units of ASCII are its bytes, which are several times faster to iterate over.
      hash = (hash ^ UInt32(byte)) &* 16_777_619
    }
    return hash
  }
}

/// Computes SHA-1 digests (FIPS 180-4), which flag systems use to put users into buckets of a percentage
/// rollout.
package enum SHA1 {
  /// The largest number with 15 hexadecimal digits.
  private static let largest = Double(0xFFF_FFFF_FFFF_FFFF)

  /// Returns the bucket of a text as a number from 0 to 1: the first 15 hexadecimal digits of its
  /// digest, divided by the largest number with 15 digits.
  package static func fraction(of text: String) -> Double {
    Double(prefix(of: text) >> 4) / largest
  }

  /// Returns the first 64 bits of the digest of a text.
  package static func prefix(of text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { bytes in
      // Pads the text to blocks of 64 bytes: with the byte 0x80, zeros, and the number of bits as 8
      // bytes.
      let count = (bytes.count + 9 + 63) / 64 * 64
      return withUnsafeTemporaryAllocation(byteCount: count, alignment: 4) { message in
        message.copyMemory(from: UnsafeRawBufferPointer(bytes))
        message[bytes.count] = 0x80
        for index in bytes.count + 1..<count - 8 { message[index] = 0 }
        let bits = UInt64(bytes.count &* 8).bigEndian
        message.storeBytes(of: bits, toByteOffset: count - 8, as: UInt64.self)
        var state = State()
        for start in stride(from: 0, to: count, by: 64) {
          state.compress(UnsafeRawBufferPointer(rebasing: message[start..<start + 64]))
        }
        return UInt64(state.a) << 32 | UInt64(state.b)
      }
    }
  }

  private struct State {
    var a: UInt32 = 0x6745_2301
    var b: UInt32 = 0xefcd_ab89
    private var c: UInt32 = 0x98ba_dcfe
    private var d: UInt32 = 0x1032_5476
    private var e: UInt32 = 0xc3d2_e1f0

    mutating func compress(_ block: UnsafeRawBufferPointer) {
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { schedule in
        for index in 0..<16 {
          let word = block.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)
          schedule[index] = UInt32(bigEndian: word)
        }
        for index in 16..<80 {
          let word = schedule[index &- 3] ^ schedule[index &- 8] ^ schedule[index &- 14]
          schedule[index] = (word ^ schedule[index &- 16]).rotatedLeft(1)
        }
        mix(schedule)
      }
    }

    private mutating func mix(_ schedule: UnsafeMutableBufferPointer<UInt32>) {
      var next = self
      for index in 0..<20 {
        next.step(schedule[index], (next.b & next.c) | (~next.b & next.d), 0x5a82_7999)
      }
      for index in 20..<40 {
        next.step(schedule[index], next.b ^ next.c ^ next.d, 0x6ed9_eba1)
      }
      for index in 40..<60 {
        let majority = (next.b & next.c) | (next.b & next.d) | (next.c & next.d)
        next.step(schedule[index], majority, 0x8f1b_bcdc)
      }
      for index in 60..<80 {
        next.step(schedule[index], next.b ^ next.c ^ next.d, 0xca62_c1d6)
      }
      (a, b, c) = (a &+ next.a, b &+ next.b, c &+ next.c)
      (d, e) = (d &+ next.d, e &+ next.e)
    }

    private mutating func step(_ word: UInt32, _ choice: UInt32, _ constant: UInt32) {
      let first = a.rotatedLeft(5) &+ choice &+ e &+ constant &+ word
      (e, d, c, b, a) = (d, c, b.rotatedLeft(30), a, first)
    }
  }
}

extension UInt32 {
  fileprivate func rotatedLeft(_ count: UInt32) -> UInt32 {
    (self &<< count) | (self &>> (32 - count))
  }
}
