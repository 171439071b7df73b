/// The two ways between the name of a Swift property and the key of a document in a letter case.
///
/// A property name is lower camel, but for one that begins with an acronym, as `URL` does. Keys
/// that keep no letter size cannot say which it is, hence two rules. Three or more lone letters at
/// the head of a key are an acronym: `u-r-l` is `URL`, while `a-b-test` is `aBTest`. A joiner before
/// a key whose first word is a lone letter turns that round: `-i-d` is `ID`. Keys in camel case need
/// neither: two capitals at their head say it.
struct PropertyName: Equatable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  /// Reads the key of a document.
  init(key: String, in letterCase: LetterCase) {
    if letterCase == .regular {
      text = key
    } else {
      let isAcronym = Self.beginsWithAcronym(key, in: letterCase)
      text = key.convert(from: letterCase, to: isAcronym ? .upperCamel : .lowerCamel)
    }
  }

  /// The key that stands for the property in a document.
  func key(in letterCase: LetterCase) -> String {
    let plain = text.convert(from: .lowerCamel, to: letterCase)
    if PropertyName(key: plain, in: letterCase) == self { return plain }
    let marked = marked(plain, in: letterCase)
    return PropertyName(key: marked, in: letterCase) == self ? marked : plain
  }

  private func marked(_ key: String, in letterCase: LetterCase) -> String {
    guard let joiner = letterCase.separator else {
      let other: LetterCase = letterCase == .lowerCamel ? .upperCamel : .lowerCamel
      return text.convert(from: .lowerCamel, to: other)
    }
    return String(joiner) + key
  }

  private static func beginsWithAcronym(_ key: String, in letterCase: LetterCase) -> Bool {
    let head = KeyHead(key, separatedBy: letterCase.separator)
    guard let joiner = letterCase.separator else {
      return head.loneLetters > 1 && key.first?.isCapital == true
    }
    let isMarked = head.loneLetters > 0 && head.hasMoreWords && key.first == joiner
    return (head.loneLetters > 2) != isMarked
  }
}

/// The words at the head of a key, as far as they decide whether it begins with an acronym.
struct KeyHead: Equatable {
  /// The number of words before the first that is not a single letter.
  private(set) var loneLetters = 0
  /// Whether the key has more than one word.
  private(set) var hasMoreWords = false

  /// Splits a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - separator: The character between words; `nil` begins a word at each capital.
  init(_ key: String, separatedBy separator: Character?) {
    let joiner = separator?.asciiValue
    self = key.withASCII { KeyHead($0, separatedBy: joiner) } ?? KeyHead(unicode: key, separator)
  }

  /// Splits any key, by grapheme clusters.
  init(unicode key: String, _ separator: Character?) {
    let words = key[...].words(separatedBy: separator)
    loneLetters = words.prefix { $0.count == 1 && $0.allSatisfy(\.isLetter) }.count
    hasMoreWords = words.count > 1
  }

  /// Splits an ASCII key; stops where the rest of the key does not matter.
  private init(_ key: UnsafeBufferPointer<UInt8>, separatedBy separator: UInt8?) {
    var start = 0
    var words = 0
    while start < key.count, !(hasMoreWords && loneLetters < words) {
      var end = start
      while end < key.count, key[end] != separator,
        separator != nil || end == start || !key[end].isCapital
      {
        end += 1
      }
      if end > start {
        hasMoreWords = words > 0
        if loneLetters == words, end == start + 1, key[start].isLetter { loneLetters += 1 }
        words += 1
      }
      start = separator == nil ? end : end + 1
    }
  }
}
