/// Computes FNV-1a with 32 bits, a public domain hash function by Fowler, Noll and Vo, over UTF-16.
///
/// JavaScript hashes the code units of a text in this way. For texts outside of ASCII, programs that hash
/// UTF-8 or code points get other hashes.
package enum FNV1a {
  /// Returns the hash of two texts, one after the other.
  package static func hash(_ first: String, _ second: String = "") -> UInt32 {
    mix(second, into: mix(first, into: 2_166_136_261))
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
