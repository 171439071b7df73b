import FeatureFlags
import Frame

/// A search index with the case-folded text of all features, so that a search only compares bytes.
struct SearchIndex: Sendable {
  private let bytes: [UInt8]
  /// The byte offset of the searchable text of each feature, and the end of the last text.
  private let starts: [Int]

  init(_ features: [Feature]) {
    var bytes: [UInt8] = []
    var starts: [Int] = []
    starts.reserveCapacity(features.count + 1)
    bytes.reserveCapacity(features.count * 48)
    for feature in features {
      starts.append(bytes.count)
      for text in feature.searchTexts {
        FoldedText.append(text, to: &bytes)
        bytes.append(Self.separator)
      }
    }
    starts.append(bytes.count)
    self.bytes = bytes
    self.starts = starts
  }

  /// Separates two texts with a byte that cannot be typed, so that no match spans both.
  private static let separator: UInt8 = 0

  /// Finds the features that contain every search word, for example in the name or the description.
  ///
  /// - Parameters:
  ///   - words: The case-folded search words.
  ///   - rows: The rows of the feature list.
  ///   - candidates: The indexes of the rows to search, in ascending order.
  /// - Returns: The indexes of the matching rows.
  func matches(of words: [[UInt8]], in rows: [Row], among candidates: [Int]) -> [Int] {
    guard !words.isEmpty else { return [] }
    var found: [Int] = []
    bytes.withUnsafeBufferPointer { buffer in
      for row in candidates {
        guard case .feature(let position, _) = rows[row] else { continue }
        let texts = UnsafeBufferPointer(rebasing: buffer[starts[position]..<starts[position + 1]])
        if words.allSatisfy({ Self.contains($0, in: texts) }) { found.append(row) }
      }
    }
    return found
  }

  /// Whether case-folded text contains a case-folded word; an empty word is in no text.
  static func contains(_ word: [UInt8], in texts: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = word.first, word.count <= texts.count else { return false }
    return word.withUnsafeBufferPointer { word in
      var start = 0
      let last = texts.count - word.count
      while start <= last {
        if texts[start] == first {
          var length = 1
          while length < word.count, texts[start + length] == word[length] { length += 1 }
          if length == word.count { return true }
        }
        start += 1
      }
      return false
    }
  }
}

extension Feature {
  /// The name, the description and all other searchable texts of the feature.
  fileprivate var searchTexts: [String] {
    var texts = [name.rawValue, sectionTitle]
    if let detailText { texts.append(detailText) }
    if type.isTest { texts.append(contentsOf: testVariations.map(\.rawValue)) }
    for variable in ([variables] + variationVariables).joined() {
      texts.append(variable.name + " = " + variable.value.description)
    }
    return texts
  }
}
