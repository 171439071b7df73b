extension CodeLanguage {
  /// The row of the language in the table; the exhaustive switch requires a row for each new language.
  var row: Row {
    switch self {
    case .swift: Self.swiftRow
    case .objectiveC: Self.objectiveCRow
    case .kotlin: Self.kotlinRow
    case .java: Self.javaRow
    case .javaScript: Self.javaScriptRow
    case .python: Self.pythonRow
    case .go: Self.goRow
    case .cSharp: Self.cSharpRow
    case .ruby: Self.rubyRow
    case .dart: Self.dartRow
    case .markup: Self.markupRow
    }
  }

  private static let double = UInt8(ascii: "\"")
  private static let single = UInt8(ascii: "'")
  private static let backtick = UInt8(ascii: "`")

  private static let swiftRow = Row(
    family: .apple,
    extensions: ["swift"],
    quotes: [Quote(double, interpolation: .parentheses, isTripled: true)],
    nestsComments: true,
    declaring: ["let", "var"],
    seesGlobals: true
  )
  private static let objectiveCRow = Row(
    family: .apple,
    extensions: ["m", "mm", "h"],
    quotes: [Quote(double), Quote(single, isCharacter: true)],
    declaring: ["const", "static", "define"],
    seesGlobals: true
  )
  private static let kotlinRow = Row(
    family: .jvm,
    extensions: ["kt", "kts"],
    quotes: [
      Quote(double, interpolation: .dollar, isTripled: true), Quote(single, isCharacter: true),
    ],
    nestsComments: true,
    declaring: ["val", "var"],
    seesGlobals: true
  )
  private static let javaRow = Row(
    family: .jvm,
    extensions: ["java"],
    quotes: [Quote(double, isTripled: true), Quote(single, isCharacter: true)],
    declaring: ["final", "static", "var"],
    hasTypedNames: true
  )
  private static let javaScriptRow = Row(
    family: .script,
    extensions: ["js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts"],
    quotes: [
      Quote(double), Quote(single), Quote(backtick, interpolation: .dollarBraces, spansLines: true),
    ],
    declaring: ["const", "let", "var", "static", "readonly"]
  )
  private static let markupRow = Row(
    family: .script,
    extensions: ["html", "htm", "vue", "svelte"],
    quotes: javaScriptRow.quotes
  )
  private static let pythonRow = Row(
    family: .python,
    extensions: ["py", "pyi"],
    quotes: [Quote(double, isTripled: true), Quote(single, isTripled: true)],
    prefixes: ["r", "b", "u", "f", "t", "rb", "br", "rf", "fr", "rt", "tr"],
    hasHashComments: true,
    isIndented: true
  )
  private static let goRow = Row(
    family: .go,
    extensions: ["go"],
    quotes: [
      Quote(double), Quote(backtick, escapes: false, spansLines: true),
      Quote(single, isCharacter: true),
    ],
    declaring: ["const", "var"]
  )
  private static let cSharpRow = Row(
    family: .net,
    extensions: ["cs"],
    quotes: [Quote(double, isTripled: true), Quote(single, isCharacter: true)],
    declaring: ["const", "static", "readonly", "var"],
    hasTypedNames: true
  )
  private static let rubyRow = Row(
    family: .ruby,
    extensions: ["rb", "rake"],
    quotes: [
      Quote(double, interpolation: .hashBraces, spansLines: true), Quote(single, spansLines: true),
      Quote(backtick, interpolation: .hashBraces, spansLines: true),
    ],
    hasHashComments: true,
    isIndented: true,
    seesGlobals: true
  )
  private static let dartRow = Row(
    family: .dart,
    extensions: ["dart"],
    quotes: [
      Quote(double, interpolation: .dollar, isTripled: true),
      Quote(single, interpolation: .dollar, isTripled: true),
    ],
    prefixes: ["r"],
    nestsComments: true,
    declaring: ["const", "final", "static", "var"],
    hasTypedNames: true,
    seesGlobals: true
  )
}
