import LetterCase

/// Measures conversions between letter cases, with ASCII and with non-ASCII text.
struct LetterCaseBenchmark {
  /// The measured conversions, each with an identifier of four words in the source letter case.
  static let conversions: [(name: String, from: LetterCase, to: LetterCase, text: String)] = [
    ("lowerCamel to snake", .lowerCamel, .snake, "numberOfShoppingCarts"),
    ("snake to lowerCamel", .snake, .lowerCamel, "number_of_shopping_carts"),
    ("kebab to upperCamel", .kebab, .upperCamel, "number-of-shopping-carts"),
    ("snake to capitalized", .snake, .capitalized, "number_of_shopping_carts"),
    ("lower to macro", .lower, .macro, "number of shopping carts"),
    ("lowerCamel to train", .lowerCamel, .train, "numberOfShoppingCarts"),
  ]

  let conversion: (name: String, from: LetterCase, to: LetterCase, text: String)

  /// Measures the conversion of an ASCII identifier and of one with an accent; returns one row.
  func row() -> Report.Row {
    let ascii = time(conversion.text)
    let other = time(conversion.text + "é")
    return Report.Row(
      label: conversion.name,
      figures: [
        Figure("ASCII", ascii), Figure("other", other), Figure("ratio", other / ascii, .ratio),
      ]
    )
  }

  private func time(_ text: String) -> Duration {
    var count = 0
    let time = Measure.median(calls: 20_000) {
      count += text.convert(from: conversion.from, to: conversion.to).utf8.count
    }
    precondition(count > 0)
    return time
  }
}
