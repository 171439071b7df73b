/// A use of a feature in source code.
public struct Usage: Hashable, Sendable {
  /// The way in which code names a feature.
  public enum Kind: Hashable, Sendable {
    /// The name as a literal.
    case literal
    /// The declaration of a constant with the name, such as `Name.newCart`.
    case declaration(String)
    /// A use of a constant.
    case reference(String)

    /// The word for the kind in JSON.
    package var name: String {
      switch self {
      case .literal: "literal"
      case .declaration: "declaration"
      case .reference: "reference"
      }
    }

    /// The constant; `nil` for a literal.
    package var constant: String? {
      switch self {
      case .literal: nil
      case .declaration(let text), .reference(let text): text
      }
    }
  }

  /// The name of the feature.
  public let feature: String
  /// The place of the literal or the constant.
  public let location: CodeLocation
  /// The way in which the code names the feature.
  public let kind: Kind
  /// Whether the usage is in the condition of an `if`, a `guard` or a `while`, or before a `?`.
  public let isCondition: Bool

  /// Whether the usage only declares a constant.
  package var isDeclaration: Bool { if case .declaration = kind { true } else { false } }

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
  /// The line, from 1.
  public let line: Int
  /// The column in characters, from 1.
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

  /// Whether the first location is in an earlier file, or earlier in the file.
  public static func < (left: CodeLocation, right: CodeLocation) -> Bool {
    (left.path, left.line, left.column) < (right.path, right.line, right.column)
  }
}

/// A call of a function of a flag system with a name that no feature has.
package struct UnknownName: Hashable, Sendable {
  package let name: String
  package let location: CodeLocation
}

/// The result of a search in source code.
public struct UsageReport: Equatable, Sendable {
  /// The usages in the order of their locations.
  public internal(set) var usages: [Usage] = []
  /// The unknown names in the order of their locations; empty unless they are searched.
  package internal(set) var unknownNames: [UnknownName] = []
  /// The number of searched files.
  public internal(set) var fileCount = 0
  /// The files that were not searched: larger than 2 MiB, or not readable.
  public internal(set) var skippedFiles: [String] = []
  /// The folders that were searched without git, because it was killed.
  package internal(set) var foldersWithoutGit: [FolderWithoutGit] = []

  /// A folder whose files git did not list.
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
