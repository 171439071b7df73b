import FeatureFlags
import Frame

/// The texts of all features, folded once, so that a search has only bytes to compare.
struct SearchIndex: Sendable {
  private let bytes: [UInt8]
  /// Where the texts of each feature begin, and at the end where the last ones end.
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

  /// No text that can be typed holds this byte, so no match reaches from one text into the next.
  private static let separator: UInt8 = 0

  /// Finds the features that have every word in one of their texts.
  ///
  /// - Parameters:
  ///   - words: Folded words.
  ///   - rows: The rows of the list.
  ///   - candidates: The places in `rows` to look at, in order.
  /// - Returns: The places in `rows` of the features that match.
  func matches(of words: [[UInt8]], in rows: [Row], among candidates: [Int]) -> [Int] {
    guard !words.isEmpty else { return [] }
    var found: [Int] = []
    bytes.withUnsafeBufferPointer { buffer in
      for place in candidates {
        guard case .feature(let position, _) = rows[place] else { continue }
        let texts = UnsafeBufferPointer(rebasing: buffer[starts[position]..<starts[position + 1]])
        if words.allSatisfy({ Self.contains($0, in: texts) }) { found.append(place) }
      }
    }
    return found
  }

  private static func contains(_ word: [UInt8], in texts: UnsafeBufferPointer<UInt8>) -> Bool {
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
  /// What a search for a feature looks through.
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
