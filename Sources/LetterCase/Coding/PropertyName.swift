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
    let words = key[...].words(separatedBy: letterCase.separator)
    let loneLetters = words.prefix { $0.count == 1 && $0.allSatisfy(\.isLetter) }.count
    guard let joiner = letterCase.separator else {
      return loneLetters > 1 && key.first?.isCapital == true
    }
    let isMarked = key.first == joiner && loneLetters > 0 && words.count > 1
    return (loneLetters > 2) != isMarked
  }
}
