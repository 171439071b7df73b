import Documents

/// Shares one copy of each text and of all traits that are repeated in one document.
///
/// The entries refer to bytes of the document, so that a repeated value is found without decoding
/// it. The number of entries is bounded: a full table is emptied.
struct FlatEntryCache {
  private var texts: [UInt64: (slice: JSONCursor.Slice, text: String)] = [:]
  private var traits: [UInt64: (FlatEntry.Shape, FlagDefinition.SharedTraits)] = [:]

  /// The maximum number of entries of each table.
  private static let limit = 4_096
  /// The maximum number of bytes of a cached text.
  private static let textLimit = 128

  /// Decodes a string; `nil` if it is not UTF-8, or would have to be truncated.
  mutating func text(of slice: JSONCursor.Slice, in cursor: JSONCursor) -> String? {
    guard slice.count <= Self.textLimit else { return cursor.text(of: slice) }
    let hash = FastHash.hash(of: cursor.bytes(of: slice))
    if let known = texts[hash], cursor.isEqual(known.slice, slice) { return known.text }
    guard let text = cursor.text(of: slice) else { return nil }
    if texts.count >= Self.limit { texts.removeAll(keepingCapacity: true) }
    texts[hash] = (slice, text)
    return text
  }

  /// Returns the traits of an entry with their problems; `nil` if a string is not UTF-8, or would
  /// have to be truncated.
  mutating func traits(
    of entry: FlatEntry,
    in cursor: JSONCursor
  ) -> (traits: FlagDefinition.SharedTraits, facts: [Problem.Fact])? {
    let hash = entry.shape.hash(in: cursor)
    if entry.assignment == nil, let (shape, known) = traits[hash],
      shape.isEqual(to: entry.shape, in: cursor)
    {
      let isNoted = known.value.isDevelopment && known.value.enabled
      return (known, isNoted ? [.developmentEnabled] : [])
    }
    var section: String?
    if let slice = entry.shape.section {
      guard let text = text(of: slice, in: cursor) else { return nil }
      section = text
    }
    guard var raw = entry.shape.raw(in: cursor, section: section) else { return nil }
    raw.assignment = entry.assignment
    var facts: [Problem.Fact] = []
    let new = FlagDefinition.SharedTraits(FlagDefinition.Traits(raw) { facts.append($0) })
    // Does not cache traits that cause other problems: each entry with such fields must report its
    // problems.
    if entry.assignment == nil, facts.allSatisfy({ $0 == .developmentEnabled }) {
      if traits.count >= Self.limit { traits.removeAll(keepingCapacity: true) }
      traits[hash] = (entry.shape, new)
    }
    return (new, facts)
  }
}
