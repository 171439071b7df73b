/// Converts between the name of a Swift property and a coding key in a letter case.
///
/// Property names are in lower camel case unless they begin with an acronym, such as `URL`. In
/// camel case, two capitals at the start of a key mark an acronym. In the other letter cases, three
/// or more one-letter words at the start mark an acronym: `u-r-l` is `URL`, but `a-b-test` is
/// `aBTest`. The joiner, the character between words, inverts this rule if it precedes a one-letter
/// word at the start: `-i-d` is `ID`.
struct PropertyName: Equatable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  /// Converts a coding key to a property name.
  init(key: String, in letterCase: LetterCase) {
    if letterCase == .regular {
      text = key
    } else {
      let isAcronym = Self.beginsWithAcronym(key, in: letterCase)
      text = key.convert(from: letterCase, to: isAcronym ? .upperCamel : .lowerCamel)
    }
  }

  /// Returns the coding key of the property in the given letter case.
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
      return head.singleLetters > 1 && key.first?.isCapital == true
    }
    let isMarked = head.singleLetters > 0 && head.hasMoreWords && key.first == joiner
    return (head.singleLetters > 2) != isMarked
  }
}

/// Properties of the first words of a key, which show whether the key begins with an acronym.
struct KeyHead: Equatable {
  /// The number of one-letter words before the first longer word.
  private(set) var singleLetters = 0
  private(set) var hasMoreWords = false

  /// Splits a key into words and counts them.
  ///
  /// - Parameters:
  ///   - key: The coding key.
  ///   - separator: The character between words; with `nil`, a word begins at each capital.
  init(_ key: String, separatedBy separator: Character?) {
    let joiner = separator?.asciiValue
    self = key.withASCII { KeyHead($0, separatedBy: joiner) } ?? KeyHead(unicode: key, separator)
  }

  /// Splits any key, character by character.
  init(unicode key: String, _ separator: Character?) {
    let words = key[...].words(separatedBy: separator)
    singleLetters = words.prefix { $0.count == 1 && $0.allSatisfy(\.isLetter) }.count
    hasMoreWords = words.count > 1
  }

  /// Splits an ASCII key, byte by byte; stops as soon as the remaining words cannot change the
  /// result.
  private init(_ key: UnsafeBufferPointer<UInt8>, separatedBy separator: UInt8?) {
    var start = 0
    var words = 0
    while start < key.count, !(hasMoreWords && singleLetters < words) {
      var end = start
      while end < key.count, key[end] != separator,
        separator != nil || end == start || !key[end].isUppercase
      {
        end += 1
      }
      if end > start {
        hasMoreWords = words > 0
        if singleLetters == words, end == start + 1, key[start].isLetter { singleLetters += 1 }
        words += 1
      }
      start = separator == nil ? end : end + 1
    }
  }
}
