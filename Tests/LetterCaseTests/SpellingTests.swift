import LetterCase
import Testing

struct SpellingTests {
  @Test(arguments: Expectation.read(Expectation.spellings))
  func `words between spaces are converted to each letter case`(_ expected: Expectation) {
    #expect(expected.results.count == 9)
    for (letterCase, result) in expected.results {
      #expect(expected.input.letterCase(letterCase) == result, "\(letterCase)")
      #expect(expected.input.convert(from: .regular, to: letterCase) == result, "\(letterCase)")
    }
    #expect(expected.input.letterCase(.regular) == expected.input)
  }

  @Test(arguments: Expectation.read(Expectation.conversions, hasFrom: true))
  func `text in one letter case is converted to every other case`(_ expected: Expectation) throws {
    let from = try #require(expected.from)
    #expect(expected.results.count == 9)
    for (letterCase, result) in expected.results {
      #expect(expected.input.convert(from: from, to: letterCase) == result, "\(letterCase)")
    }
    #expect(expected.input.convert(from: from, to: .regular) == expected.input)
  }

  @Test(arguments: Expectation.read(Expectation.spellingsWithOptions, hasOptions: true))
  func `options preserve suffixes and punctuation`(_ expected: Expectation) {
    #expect(expected.results.count == 10)
    for (letterCase, result) in expected.results {
      let written = expected.input.letterCase(letterCase, options: expected.options)
      #expect(written == result, "\(letterCase)")
    }
  }

  @Test(
    arguments: Expectation.read(
      Expectation.conversionsWithOptions,
      hasFrom: true,
      hasOptions: true
    )
  )
  func `options also apply to a conversion from another letter case`(
    _ expected: Expectation
  ) throws {
    let from = try #require(expected.from)
    #expect(expected.results.count == 10)
    for (letterCase, result) in expected.results {
      let written = expected.input.convert(from: from, to: letterCase, options: expected.options)
      #expect(written == result, "\(letterCase)")
    }
  }

  @Test func `the method of each letter case has the same result as letterCase with that case`() {
    let text = "The quick brown fox."
    let camel = "theQuickBrownFox"
    let methods: [LetterCase: (LetterCase.Options, Character?, String) -> String] = [
      .capitalized: { $2.capitalized(options: $0, separator: $1) },
      .kebab: { $2.kebabCased(options: $0, separator: $1) },
      .lower: { $2.lowerCased(options: $0, separator: $1) },
      .lowerCamel: { $2.lowerCamelCased(options: $0, separator: $1) },
      .macro: { $2.macroCased(options: $0, separator: $1) },
      .snake: { $2.snakeCased(options: $0, separator: $1) },
      .train: { $2.trainCased(options: $0, separator: $1) },
      .upper: { $2.upperCased(options: $0, separator: $1) },
      .upperCamel: { $2.upperCamelCased(options: $0, separator: $1) },
    ]
    #expect(methods.count == LetterCase.all.count - 1)
    for (letterCase, method) in methods {
      #expect(method([], " ", text) == text.letterCase(letterCase))
      #expect(
        method(.stripPunctuation, " ", text)
          == text.letterCase(letterCase, options: .stripPunctuation)
      )
      #expect(method([], nil, camel) == camel.convert(from: .lowerCamel, to: letterCase))
    }
    #expect("The Quick Brown Fox".kebabCased() == "the-quick-brown-fox")
    #expect("The Quick Brown Fox".trainCased() == "THE-QUICK-BROWN-FOX")
  }

  @Test func `a letter case has a raw value and a readable description`() {
    #expect(
      LetterCase.all.map(\.description) == [
        "Regular", "Capitalized", "Kebab case", "Lower case", "Lower camel case", "Macro case",
        "Snake case", "Train case", "Upper case", "Upper camel case",
      ]
    )
    #expect(
      LetterCase.all.map(\.rawValue) == [
        "regular", "capitalized", "kebab", "lower", "lower-camel", "macro", "snake", "train",
        "upper", "upper-camel",
      ]
    )
    #expect(LetterCase(rawValue: "Train case") == nil)
    #expect(LetterCase.Options.preserveSuffix.rawValue == 1)
    #expect(LetterCase.Options.preservePunctuation.rawValue == 2)
    #expect(LetterCase.Options.stripPunctuation.rawValue == 4)
  }
}
