/// A programming language in whose files usages are searched.
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

  /// The language of a file by the extension of its name; `nil` for a file that is not searched.
  package init?(path: String) {
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")),
      let language = Self.byExtension[String(path[path.utf8.index(after: dot)...])]
    else { return nil }
    self = language
  }

  /// The extensions of the files of the language, without the dot.
  package var extensions: [String] { row.extensions }

  /// Whether code of one language can use the constants of the other one.
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
    /// The words that may precede a string, in lower case, such as `f` in Python.
    var prefixes: Set<String> = []
    /// Whether comments begin with `#`, instead of `//` and `/*`.
    var hasHashComments = false
    /// Whether a block comment can contain block comments.
    var nestsComments = false
    /// The words of which a declaration of a constant has at least one before its name.
    var declaring: Set<String> = []
    /// Whether a declaration can be a type before a name.
    var hasTypedNames = false
    /// Whether the indentation of lines determines scopes, instead of braces.
    var isIndented = false
    /// Whether a file sees the global constants of other files without an import of their names.
    var seesGlobals = false
  }

  /// A kind of string literals.
  struct Quote: Sendable {
    let mark: UInt8
    /// Whether the backslash is an escape character.
    var escapes = true
    var interpolation = Interpolation.none
    var spansLines = false
    /// Whether three marks begin a string of several lines.
    var isTripled = false
    /// Whether the literal is a character, which is no name of a feature.
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

  /// The syntax of an expression inside of a string.
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
    /// `{expression}`, where `{{` is a brace.
    case braces
  }
}
