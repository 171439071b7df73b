import Glibc

/// A JSON document that is parsed into one flat list of tokens, instead of a tree of nodes.
///
/// Numbers with an exponent or many digits, comments and the syntax of JSON5 are not simple: such a
/// document, and any document with an error, has to be parsed into nodes, which alone report errors
/// with lines.
package struct FlatDocument {
  /// A value, or the key of a member.
  struct Token {
    enum Kind: UInt8 { case null, no, yes, number, text, decodedText, list, object }

    let kind: Kind
    /// The offset of the bytes of a simple text, the index of a decoded text, the number of elements
    /// of a list or members of an object, or the lower half of a number.
    let start: UInt32
    /// The number of bytes of a simple text, the index of the token after a list or an object, or
    /// the upper half of a number.
    let extent: UInt32

    init(_ kind: Kind, start: Int = 0, extent: Int = 0) {
      self.kind = kind
      self.start = UInt32(truncatingIfNeeded: start)
      self.extent = UInt32(truncatingIfNeeded: extent)
    }

    init(_ number: Double) {
      kind = .number
      start = UInt32(truncatingIfNeeded: number.bitPattern)
      extent = UInt32(number.bitPattern >> 32)
    }

    /// Whether the token is a list or an object, whose parts are the tokens after it.
    var isContainer: Bool { kind == .list || kind == .object }

    /// Whether the token is a simple text with the given bytes.
    func isEqual(to key: StaticString, in start: UnsafeRawPointer) -> Bool {
      kind == .text && extent == key.utf8CodeUnitCount
        && memcmp(start + Int(self.start), key.utf8Start, key.utf8CodeUnitCount) == 0
    }

    var number: Double { Double(bitPattern: UInt64(extent) << 32 | UInt64(start)) }
  }

  /// The bytes of the document.
  let start: UnsafeRawPointer
  let tokens: UnsafePointer<Token>
  /// The texts with escapes or with characters outside ASCII.
  let decodedTexts: [String]
  private var sharedTexts = SharedTexts()

  /// Decodes a document.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - part: Selects the known members of a document; `nil` reads a document with any members.
  ///   - body: Decodes the document; the value is valid only during the call.
  /// - Returns: The result of `body`; `nil` if the document is not simple JSON, if it has misspelt members or
  ///   duplicate keys, or if `body` throws.
  package static func read<Result>(
    _ bytes: [UInt8],
    as part: ((FlatValue) -> MemberTable.Part)? = nil,
    _ body: (FlatValue) throws(DocumentError) -> Result
  ) -> Result? {
    guard bytes.count <= InputLimit.documentBytes.maximum else { return nil }
    return JSONCursor.read(bytes) { cursor in
      var tokenizer = FlatTokenizer(bytes)
      guard tokenizer.parse(&cursor) else { return nil }
      return tokenizer.tokens.withUnsafeBufferPointer { tokens in
        guard let first = tokens.baseAddress else { return nil }
        var document = FlatDocument(
          start: cursor.start,
          tokens: first,
          decodedTexts: tokenizer.decodedTexts
        )
        return withUnsafeMutablePointer(to: &document) { document in
          let value = FlatValue(document: document, index: 0)
          if let part, !value.isRegular(as: part(value)) { return nil }
          // Drops the error: the caller parses the document into nodes and reports it.
          return try? body(value)
        }
      }
    }
  }

  private init(start: UnsafeRawPointer, tokens: UnsafePointer<Token>, decodedTexts: [String]) {
    (self.start, self.tokens, self.decodedTexts) = (start, tokens, decodedTexts)
  }

  /// Returns the text of a token; `nil` if the token is not a text.
  mutating func text(of token: Token) -> String? {
    switch token.kind {
    case .text:
      let bytes = UnsafeRawBufferPointer(
        start: start + Int(token.start),
        count: Int(token.extent)
      )
      return sharedTexts.text(of: bytes)
    case .decodedText: return decodedTexts[Int(token.start)]
    case .null, .no, .yes, .number, .list, .object: return nil
    }
  }
}

/// Stores repeated texts of a document once.
private struct SharedTexts {
  /// The last text for each hash, with its bytes in the document.
  private var entries: [(bytes: UnsafeRawBufferPointer, text: String)]

  /// The number of slots of the hash table, a power of two so that a mask selects the slot.
  private static let count = 1_024
  /// The lengths of texts that are worth an entry: Swift stores a shorter text inside the string value,
  /// without memory of its own.
  private static let lengths = 16...128

  init() {
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    entries = Array(repeating: (nothing, ""), count: Self.count)
  }

  /// Returns the text of ASCII bytes.
  mutating func text(of bytes: UnsafeRawBufferPointer) -> String {
    guard Self.lengths.contains(bytes.count) else { return Self.decoded(bytes) }
    let index = Self.hash(of: bytes) & (Self.count - 1)
    let known = entries[index].bytes
    if known.count == bytes.count, known.elementsEqual(bytes) { return entries[index].text }
    let text = Self.decoded(bytes)
    entries[index] = (bytes, text)
    return text
  }

  private static func decoded(_ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes.assumingMemoryBound(to: UInt8.self), as: UTF8.self)
  }

  /// Hashes at least 16 bytes by their first and last words; a collision only replaces an entry.
  private static func hash(of bytes: UnsafeRawBufferPointer) -> Int {
    let first = bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
    let last = bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
    let mixed = (first &* 0x9E37_79B9_7F4A_7C15) ^ (last &* 0xC2B2_AE3D_27D4_EB4F)
    return Int(truncatingIfNeeded: (mixed ^ mixed >> 29) &* 0x9E37_79B9_7F4A_7C15 >> 40)
  }
}
