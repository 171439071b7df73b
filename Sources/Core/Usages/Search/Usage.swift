/// A use of a feature in source code.
public struct Usage: Hashable, Sendable {
  /// The way in which code refers to a feature.
  public enum Kind: Hashable, Sendable {
    /// A literal with the name of the feature.
    case literal
    /// The declaration of a constant whose value is the name of the feature; the text is that of the
    /// constant, such as `Name.newCart`.
    case declaration(String)
    /// A use of a constant with the given text.
    case reference(String)
    /// An identifier or a literal with the given alias, which is the name in another letter case, or the name
    /// itself as an identifier.
    case alias(String)
    /// The name or an alias where the given pattern of the settings matches.
    case pattern(String)

    /// The name of the kind in JSON output.
    package var name: String {
      switch self {
      case .literal: "literal"
      case .declaration: "declaration"
      case .reference: "reference"
      case .alias: "alias"
      case .pattern: "pattern"
      }
    }

    /// The text of the constant, such as `Name.newCart`; `nil` for other kinds.
    package var constant: String? {
      switch self {
      case .literal, .alias, .pattern: nil
      case .declaration(let text), .reference(let text): text
      }
    }
  }

  /// The name of the feature.
  public let feature: String
  /// The location of the literal or the constant.
  public let location: CodeLocation
  /// The way in which the code refers to the feature.
  public let kind: Kind
  /// Whether the usage is in the condition of an `if`, a `guard` or a `while`, or before a `?`.
  public let isCondition: Bool

  /// Whether the usage is the declaration of a constant.
  package var isDeclaration: Bool { if case .declaration = kind { true } else { false } }

  /// The alias or the pattern by which the usage was found; `nil` for the exact name, and for a constant.
  public var by: String? {
    switch kind {
    case .literal, .declaration, .reference: nil
    case .alias(let alias): alias == feature ? nil : alias
    case .pattern(let pattern): pattern
    }
  }

  /// Creates a usage.
  public init(
    feature: String,
    location: CodeLocation,
    kind: Kind,
    isCondition: Bool = false
  ) {
    self.feature = feature
    self.location = location
    self.kind = kind
    self.isCondition = isCondition
  }
}

/// A location in a file of source code.
public struct CodeLocation: Hashable, Sendable, Comparable {
  /// The path of the file.
  public let path: String
  /// The line number, counted from 1.
  public let line: Int
  /// The column in characters, counted from 1.
  public let column: Int
  /// The text of the line, or an excerpt of a very long line.
  public let text: String

  /// Creates a location.
  public init(path: String, line: Int, column: Int, text: String) {
    self.path = path
    self.line = line
    self.column = column
    self.text = text
  }

  /// Returns whether the first location comes before the second one, sorted by path, line and column.
  public static func < (left: CodeLocation, right: CodeLocation) -> Bool {
    (left.path, left.line, left.column) < (right.path, right.line, right.column)
  }
}

/// A call of an SDK function with the name of an unknown feature.
package struct UnknownName: Hashable, Sendable {
  package let name: String
  package let location: CodeLocation
}

/// The result of a search in source code.
public struct UsageReport: Equatable, Sendable {
  /// The usages, sorted by location.
  public internal(set) var usages: [Usage] = []
  /// The calls with unknown names, sorted by location; empty if they were not searched.
  package internal(set) var unknownNames: [UnknownName] = []
  /// The number of searched files.
  public internal(set) var fileCount = 0
  /// The files that were not searched, because they are larger than 2 MiB or cannot be read.
  public internal(set) var skippedFiles: [String] = []
  /// The folders whose files were listed without git, because git was killed.
  package internal(set) var foldersWithoutGit: [FolderWithoutGit] = []

  /// A folder whose files were listed without git, with the reason.
  package struct FolderWithoutGit: Hashable, Sendable {
    package let path: String
    package let defect: GitDefect
  }

  /// Creates a report for a screen or a test.
  package init(usages: [Usage] = [], fileCount: Int = 0) {
    self.usages = usages
    self.fileCount = fileCount
  }
}
