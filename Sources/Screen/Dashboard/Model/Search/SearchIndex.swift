import Documents
import FeatureFlags
import Glibc
import Text

/// A search index with the folded text of all features, so that a search only compares bytes.
///
/// The text of a feature starts with its name; its short texts, such as section and variations,
/// come before its long ones, such as the description.
struct SearchIndex: Sendable {
  private let bytes: [UInt8]
  /// The byte offset of the searchable text of each feature, and the end of the last text.
  private let starts: [Int]
  /// The set of bytes in the short texts of each feature, which excludes most features from a search
  /// for subsequences.
  private let byteSets: [UInt64]

  init(_ features: [Feature]) {
    var bytes: [UInt8] = []
    var starts: [Int] = []
    var byteSets: [UInt64] = []
    starts.reserveCapacity(features.count + 1)
    byteSets.reserveCapacity(features.count)
    bytes.reserveCapacity(features.count * 64)
    for feature in features {
      starts.append(bytes.count)
      let end = feature.appendSearchTexts(to: &bytes)
      byteSets.append(Self.byteSet(of: bytes[(starts.last ?? 0)..<end]))
    }
    starts.append(bytes.count)
    self.bytes = bytes
    self.starts = starts
    self.byteSets = byteSets
  }

  /// A set of bytes: each letter and digit has its own bit, and all other bytes share the rest.
  private static func byteSet(of bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0) { set, byte in
      let bit =
        switch byte {
        case 0x61...0x7A: byte - 0x61
        case 0x30...0x39: byte - 0x30 + 26
        case _: byte % 28 + 36
        }
      return set | 1 << UInt64(bit)
    }
  }

  /// Returns a function that tests whether the short texts of a feature can contain all bytes of the
  /// words.
  func candidates(for words: [[UInt8]]) -> (_ position: Int) -> Bool {
    let needed = Self.byteSet(of: words.joined())
    return { [byteSets] in byteSets[$0] & needed == needed }
  }

  /// Separates two texts with a byte that cannot be typed, so that no match spans both.
  static let separator: UInt8 = 0
  /// Separates the short texts of a feature from the long ones.
  static let longSeparator: UInt8 = 1

  var count: Int { starts.count - 1 }

  /// Calls the closure with the folded text of all features and the offset of each feature.
  func withTexts<Result>(_ body: (UnsafeBufferPointer<UInt8>, [Int]) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { body($0, starts) }
  }

  /// The positions of the features, sorted by their folded names; features with equal names keep their
  /// order.
  func positionsByName() -> [Int] {
    withTexts { texts, starts in
      let ends = (0..<count).map { position in
        texts[starts[position]...].firstIndex(of: Self.separator) ?? starts[position + 1]
      }
      return (0..<count).sorted { one, other in
        let lengths = (ends[one] - starts[one], ends[other] - starts[other])
        guard let base = texts.baseAddress else { return one < other }
        let order = memcmp(base + starts[one], base + starts[other], min(lengths.0, lengths.1))
        if order != 0 { return order < 0 }
        return lengths.0 == lengths.1 ? one < other : lengths.0 < lengths.1
      }
    }
  }

  /// Whether the folded text contains the folded word; an empty word is in no text.
  static func contains(_ word: [UInt8], in texts: UnsafeBufferPointer<UInt8>) -> Bool {
    ByteSearch(word).first(in: texts, from: 0, to: texts.count) != nil
  }
}

extension Feature {
  /// Appends the name, the description and all other searchable texts, folded.
  ///
  /// - Returns: The end of the short texts.
  fileprivate func appendSearchTexts(to bytes: inout [UInt8]) -> Int {
    func append(_ text: String) {
      FoldedText.append(text, to: &bytes)
      bytes.append(SearchIndex.separator)
    }
    append(name.rawValue)
    append(sectionTitle)
    append(shortTypeText)
    if type.isTest {
      for variation in testVariations { append(variation.rawValue) }
      for case let label? in labels { append(label) }
    }
    let end = bytes.count
    bytes.append(SearchIndex.longSeparator)
    if let detailText { append(detailText) }
    for variable in ([variables] + variationVariables).joined() {
      append(variable.name + " = " + variable.value.description)
    }
    return end
  }
}
