/// Computes the SHA-256 digest of bytes (FIPS 180-4); used to detect changes of a file and to hide
/// secrets in cache keys.
package struct SHA256 {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]

  /// Returns the digest as 64 hexadecimal digits.
  package static func digest(of bytes: [UInt8]) -> String {
    words(of: bytes).map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }
    .joined()
  }

  /// Returns the digest as eight words, the most significant one first.
  package static func words(of bytes: [UInt8]) -> [UInt32] {
    var hash = SHA256()
    let whole = bytes.count / 64 * 64
    bytes.withUnsafeBytes { bytes in
      hash.compress(UnsafeRawBufferPointer(rebasing: bytes[..<whole]))
      let rest = UnsafeRawBufferPointer(rebasing: bytes[whole...])
      // Pads the last bytes to blocks: with the byte 0x80, zeros, and the number of bits as 8 bytes.
      let count = (rest.count + 9 + 63) / 64 * 64
      withUnsafeTemporaryAllocation(byteCount: count, alignment: 4) { tail in
        tail.copyMemory(from: rest)
        tail[rest.count] = 0x80
        for index in rest.count + 1..<count - 8 { tail[index] = 0 }
        let bits = UInt64(bytes.count &* 8).bigEndian
        tail.storeBytes(of: bits, toByteOffset: count - 8, as: UInt64.self)
        hash.compress(UnsafeRawBufferPointer(tail))
      }
    }
    return hash.state
  }

  /// Adds blocks of 64 bytes to the state.
  private mutating func compress(_ blocks: UnsafeRawBufferPointer) {
    Self.roots.withUnsafeBufferPointer { roots in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
        for start in stride(from: 0, to: blocks.count, by: 64) {
          Self.fill(schedule, from: UnsafeRawBufferPointer(rebasing: blocks[start..<start + 64]))
          Self.mix(schedule, roots, into: &state)
        }
      }
    }
  }

  private static func fill(
    _ schedule: UnsafeMutableBufferPointer<UInt32>,
    from block: UnsafeRawBufferPointer
  ) {
    for index in 0..<16 {
      let word = block.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
      schedule[index] = UInt32(bigEndian: word)
    }
    for index in 16..<64 {
      let (early, late) = (schedule[index &- 15], schedule[index &- 2])
      let first = early.rotated(7) ^ early.rotated(18) ^ (early &>> 3)
      let second = late.rotated(17) ^ late.rotated(19) ^ (late &>> 10)
      schedule[index] = schedule[index &- 16] &+ first &+ schedule[index &- 7] &+ second
    }
  }

  private static func mix(
    _ schedule: UnsafeMutableBufferPointer<UInt32>,
    _ roots: UnsafeBufferPointer<UInt32>,
    into state: inout [UInt32]
  ) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let choice = (e & f) ^ (~e & g)
      let mixed = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
      let first = h &+ mixed &+ choice &+ roots[index] &+ schedule[index]
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let second = (a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)) &+ majority
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ second)
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  /// The round constants: the first 32 fractional bits of the cube roots of the first 64 primes.
  private static let roots: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5,
    0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
    0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc,
    0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
    0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3,
    0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5,
    0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
    0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}

extension UInt32 {
  fileprivate func rotated(_ count: UInt32) -> UInt32 {
    (self &>> count) | (self &<< (32 - count))
  }
}
