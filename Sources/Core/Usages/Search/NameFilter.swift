import Glibc

/// Tests quickly whether a file can contain one of many names as a literal.
///
/// A file without a hit does not have to be lexed. The filter reads the bytes from each quote to the
/// next quote; only the lexer distinguishes strings from comments and code.
struct NameFilter: Sendable {
  /// For each byte, whether a name begins with it.
  private var firstBytes = [Bool](repeating: false, count: 256)
  private var hashes: Set<UInt64> = []
  /// A bitmap of the low bits of the hashes, which rejects most texts without a lookup in the set.
  private var bits = [UInt64](repeating: 0, count: 1 << 10)
  private var longest = 0
  /// Whether a name has a character that can be written as an escape sequence in a literal.
  private var hasEscapes = false

  init(_ names: some Sequence<String>) {
    for name in names {
      var hash = WordHash()
      for byte in name.utf8 { hash.add(byte) }
      hashes.insert(hash.value)
      bits[hash.slot] |= hash.bit
      if let first = name.utf8.first { firstBytes[Int(first)] = true }
      longest = max(longest, name.utf8.count)
      hasEscapes = hasEscapes || name.utf8.contains { Self.escaped.contains($0) || $0 >= 0x7F }
    }
  }

  private static let escaped = Set((0..<0x20).map(UInt8.init) + Array("\"'\\`$#/{}".utf8))

  /// Returns whether the lexer may find one of the names in a file; `false` is certain.
  func matches(_ bytes: UnsafeBufferPointer<UInt8>, _ language: CodeLanguage) -> Bool {
    guard let base = bytes.baseAddress else { return false }
    let row = language.row
    var marks = row.quotes.filter { !$0.isCharacter }.map(\.mark)
    if language == .ruby { marks.append(UInt8(ascii: ":")) }
    for mark in marks {
      var at = 0
      while at < bytes.count, let found = memchr(base + at, Int32(mark), bytes.count - at) {
        at = UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
        if hasName(bytes, at, mark) { return true }
      }
    }
    return false
  }

  /// Returns whether the text from an offset to the next quote is one of the names, or can be one with
  /// escape sequences.
  private func hasName(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ mark: UInt8) -> Bool {
    guard start < bytes.count else { return false }
    if bytes[start] == .backslash { return hasEscapes }
    guard firstBytes[Int(bytes[start])] else { return false }
    let isSymbol = mark == UInt8(ascii: ":")
    var (at, hash) = (start, WordHash())
    let end = min(bytes.count, start + longest + 1)
    while at < end {
      let byte = bytes[at]
      if byte == mark || (isSymbol && !byte.isWord) { break }
      if byte == .backslash { return hasEscapes }
      hash.add(byte)
      at += 1
    }
    return bits[hash.slot] & hash.bit != 0 && hashes.contains(hash.value)
  }
}

/// Tests quickly whether a file contains one of many words, such as the names of constants.
struct WordFilter: Sendable {
  private var hashes: Set<UInt64> = []
  private var bits = [UInt64](repeating: 0, count: 1 << 10)
  private var firstBytes = [Bool](repeating: false, count: 256)

  init(_ words: some Sequence<String>) {
    for word in words {
      var hash = WordHash()
      for byte in word.utf8 { hash.add(byte) }
      hashes.insert(hash.value)
      bits[hash.slot] |= hash.bit
      if let first = word.utf8.first { firstBytes[Int(first)] = true }
    }
  }

  var isEmpty: Bool { hashes.isEmpty }

  func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !isEmpty else { return false }
    var at = 0
    while at < bytes.count {
      guard bytes[at].isWord else {
        at += 1
        continue
      }
      let isCandidate = firstBytes[Int(bytes[at])]
      var hash = WordHash()
      if isCandidate {
        repeat {
          hash.add(bytes[at])
          at += 1
        } while at < bytes.count && bytes[at].isWord
        if bits[hash.slot] & hash.bit != 0, hashes.contains(hash.value) { return true }
      } else {
        repeat { at += 1 } while at < bytes.count && bytes[at].isWord
      }
    }
    return false
  }

  /// Returns whether the bytes in a range are one of the words; a hash collision can cause a false
  /// `true`.
  func contains(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
    guard firstBytes[Int(bytes[range.lowerBound])] else { return false }
    var hash = WordHash()
    for byte in bytes[range] { hash.add(byte) }
    return bits[hash.slot] & hash.bit != 0 && hashes.contains(hash.value)
  }
}

/// The 64-bit FNV-1a hash of a word.
private struct WordHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

  /// The index of the element in a bitmap of 1,024 elements of 64 bits.
  var slot: Int { Int(value >> 6 & 0x3FF) }
  var bit: UInt64 { 1 << (value & 0x3F) }
}
