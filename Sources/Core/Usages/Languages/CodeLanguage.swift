/// A programming language in which usages of features are searched.
package enum CodeLanguage: String, CaseIterable, Sendable {
  case swift = "Swift"
  case objectiveC = "Objective-C"
  case kotlin = "Kotlin"
  case java = "Java"
  case javaScript = "JavaScript and TypeScript"
  case python = "Python"
  case go = "Go"
  case cSharp = "C#"
  case ruby = "Ruby"
  case dart = "Dart"
  /// Markup whose scripts, attributes and interpolated expressions are code in JavaScript.
  case markup = "HTML, Vue and Svelte"

  /// Determines the language of a file by its extension; `nil` for a file that is not searched.
  package init?(path: String) {
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")),
      let language = Self.byExtension[String(path[path.utf8.index(after: dot)...])]
    else { return nil }
    self = language
  }

  /// The file extensions of the language, without the dot.
  package var extensions: [String] { row.extensions }

  /// Returns whether code in one of the languages can use constants that are declared in the other.
  func shares(constantsOf other: CodeLanguage) -> Bool {
    row.family == other.row.family
  }

  private static let byExtension = Dictionary(
    uniqueKeysWithValues: allCases.flatMap { language in
      language.extensions.map { ($0, language) }
    }
  )

  /// A set of languages that share constants.
  enum Family {
    case apple, jvm, script, python, go, net, ruby, dart
  }

  /// One row of the table of languages.
  struct Row: Sendable {
    let family: Family
    let extensions: [String]
    let quotes: [Quote]
    /// The prefixes of string literals in lower case, such as `f` in Python.
    var prefixes: Set<String> = []
    /// Whether comments begin with `#`, instead of `//` and `/*`.
    var hasHashComments = false
    /// Whether a block comment can contain block comments.
    var nestsComments = false
    /// The keywords of which at least one precedes the name in a declaration of a constant.
    var declaring: Set<String> = []
    /// Whether a declaration can consist of a type and a name, without a keyword.
    var hasTypedNames = false
    /// Whether indentation determines the scopes, instead of braces.
    var isIndented = false
    /// Whether a file can use the global constants of other files without importing their names.
    var seesGlobals = false
  }

  /// A kind of string literal, by its quote.
  struct Quote: Sendable {
    let mark: UInt8
    /// Whether the backslash is an escape character.
    var escapes = true
    var interpolation = Interpolation.none
    var spansLines = false
    /// Whether three quotes begin a multi-line string.
    var isTripled = false
    /// Whether the literal is a single character, so that it cannot be the name of a feature.
    var isCharacter = false

    init(
      _ mark: UInt8,
      escapes: Bool = true,
      interpolation: Interpolation = .none,
      spansLines: Bool = false,
      isTripled: Bool = false,
      isCharacter: Bool = false
    ) {
      self.mark = mark
      self.escapes = escapes
      self.interpolation = interpolation
      self.spansLines = spansLines
      self.isTripled = isTripled
      self.isCharacter = isCharacter
    }
  }

  /// The syntax of an expression that is interpolated into a string.
  enum Interpolation: Sendable {
    case none
    /// A backslash and parentheses: `\(expression)`.
    case parentheses
    /// `$name` and `${expression}`.
    case dollar
    /// Only `${expression}`.
    case dollarBraces
    /// `#{expression}`.
    case hashBraces
    /// `{expression}`, where `{{` is an escaped brace.
    case braces
  }
}
