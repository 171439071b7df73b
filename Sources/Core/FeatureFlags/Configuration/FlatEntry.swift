import Documents

/// The fields of an entry whose values are simple JSON (see ``JSONCursor``), as byte ranges of the document.
struct FlatEntry {
  private(set) var name: JSONCursor.Slice?
  private(set) var detailText: JSONCursor.Slice?
  /// The fields that determine the traits of the feature: its properties other than name and description.
  private(set) var shape = Shape()
  private(set) var assignment: Double?
  private var lines = SIMD16<Int32>()

  /// The fields of an entry whose values are often the same in many entries.
  struct Shape {
    fileprivate(set) var section: JSONCursor.Slice?
    fileprivate(set) var variations: JSONCursor.Slice?
    fileprivate(set) var biases: JSONCursor.Slice?
    fileprivate(set) var labels: JSONCursor.Slice?
    fileprivate(set) var type: FeatureType?
    fileprivate(set) var enabled: Bool?
    fileprivate(set) var isDevelopment: Bool?
    fileprivate(set) var unlocked: Bool?
  }

  private static let keys = JSONKeys(RawFeature.Key.allCases.map(\.rawValue))
  private static let cases = RawFeature.Key.allCases

  /// Reads the entry at the cursor; `nil` if the entry has no name, an unknown or a duplicate key, a
  /// value of the wrong kind, or a value that is not simple JSON.
  init?(_ cursor: inout JSONCursor) {
    guard cursor.skip(UInt8(ascii: "{")) else { return nil }
    repeat {
      cursor.skipSpace()
      guard let key = cursor.string(), cursor.skip(UInt8(ascii: ":")),
        let index = Self.keys.index(of: cursor.bytes(of: key)), lines[index] == 0
      else { return nil }
      cursor.skipSpace()
      lines[index] = Int32(clamping: cursor.line)
      guard read(Self.cases[index], &cursor) else { return nil }
    } while cursor.skip(UInt8(ascii: ","))
    guard cursor.skip(UInt8(ascii: "}")), name != nil else { return nil }
  }

  private mutating func read(_ key: RawFeature.Key, _ cursor: inout JSONCursor) -> Bool {
    if cursor.null() { return key != .name }
    switch key {
    case .name: name = cursor.string()
    case .description:
      detailText = cursor.string()
      return detailText != nil
    case .section:
      shape.section = cursor.string()
      return shape.section != nil
    case .enabled:
      shape.enabled = cursor.bool()
      return shape.enabled != nil
    case .development:
      shape.isDevelopment = cursor.bool()
      return shape.isDevelopment != nil
    case .unlocked:
      shape.unlocked = cursor.bool()
      return shape.unlocked != nil
    case .type: return readType(&cursor)
    case .variations:
      shape.variations = cursor.list { $0.string() != nil }
      return shape.variations != nil
    case .biases:
      shape.biases = cursor.list { $0.number() != nil }
      return shape.biases != nil
    case .labels:
      shape.labels = cursor.list { $0.null() || $0.string() != nil }
      return shape.labels != nil
    case .assignment:
      assignment = cursor.number()
      return assignment != nil
    }
    return name != nil
  }

  private mutating func readType(_ cursor: inout JSONCursor) -> Bool {
    guard let token = cursor.string(), token.count <= 20, let text = cursor.text(of: token) else {
      return false
    }
    shape.type = FeatureType(token: text)
    return shape.type != nil && shape.type != .value
  }

  /// Returns the line number of a field, counted from 1; `nil` if the entry does not have the field.
  func line(of key: RawFeature.Key) -> Int? {
    guard let index = Self.cases.firstIndex(of: key), lines[index] > 0 else { return nil }
    return Int(lines[index])
  }
}

extension FlatEntry.Shape {
  /// Decodes the fields, without the name and the description; `nil` if a string is not UTF-8 or
  /// would have to be truncated.
  func raw(in cursor: JSONCursor, section text: String?) -> RawFeature? {
    var raw = RawFeature(name: "", section: text)
    (raw.type, raw.enabled) = (type, enabled)
    (raw.isDevelopment, raw.unlocked) = (isDevelopment, unlocked)
    if let variations {
      guard let texts = cursor.elements(of: variations, Self.text) else { return nil }
      raw.variations = texts
    }
    if let biases {
      guard let numbers = cursor.elements(of: biases, { $0.number() }) else { return nil }
      raw.biases = numbers
    }
    if let labels {
      let texts = cursor.elements(of: labels) { cursor -> String?? in
        cursor.null() ? .some(nil) : Self.text(&cursor).map(Optional.some)
      }
      guard let texts else { return nil }
      raw.labels = texts
    }
    return raw
  }

  private static func text(_ cursor: inout JSONCursor) -> String? {
    cursor.string().flatMap { cursor.text(of: $0) }
  }

  /// Whether two shapes of one document have equal bytes.
  func isEqual(to other: Self, in cursor: JSONCursor) -> Bool {
    type == other.type && enabled == other.enabled && isDevelopment == other.isDevelopment
      && unlocked == other.unlocked && cursor.isEqual(section, other.section)
      && cursor.isEqual(variations, other.variations) && cursor.isEqual(biases, other.biases)
      && cursor.isEqual(labels, other.labels)
  }

  /// A hash of the bytes, which is valid in this process only.
  func hash(in cursor: JSONCursor) -> UInt64 {
    var hash = cursor.hash(of: section)
    for list in [variations, biases, labels] where list != nil {
      hash = FastHash.fold(hash, seed: cursor.hash(of: list))
    }
    let flags = [enabled, isDevelopment, unlocked]
    let bits = flags.reduce(UInt64(0)) { $0 << 2 | ($1.map { $0 ? 1 : 2 } ?? 0) }
    return FastHash.fold(hash, seed: bits)
  }
}

extension JSONCursor {
  fileprivate func hash(of slice: Slice?) -> UInt64 {
    slice.map { FastHash.hash(of: bytes(of: $0)) } ?? 0
  }
}
