/// Computes FNV-1a with 32 bits, a public domain hash function by Fowler, Noll and Vo, over UTF-16.
///
/// JavaScript hashes the code units of a text in this way. For texts outside of ASCII, programs that hash
/// UTF-8 or code points get other hashes.
package enum FNV1a {
  /// Returns the hash of two texts, one after the other.
  package static func hash(_ first: String, _ second: String = "") -> UInt32 {
    (first + second).utf16.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }
}
