package import Documents

/// A problem of a configuration, such as a malformed feature, with its severity, line and feature.
public struct Problem: Hashable, Sendable {
  /// The severity of the problem: an error, a warning or a note.
  public let severity: Severity
  /// The line number of the problem in the document, counted from 1; `nil` for formats without lines.
  public let line: Int?
  /// The name of the feature with the problem, or its position in the list, such as `#3`; `nil` if
  /// the problem concerns the whole document.
  public let feature: String?
  /// The kind of the problem, with the found and the expected value.
  public let fact: Fact

  /// The severity of a problem, which depends on whether the configuration has the effect that it
  /// states.
  public enum Severity: String, Hashable, Sendable, Codable {
    /// The configuration does not have the effect that it states.
    case error
    /// The configuration has the effect that it states, but the effect is possibly unintended.
    case warning
    /// The configuration is correct; the note states a fact that a tester must know.
    case note
  }

  /// The kind of a problem, with the found and the expected value.
  public enum Fact: Hashable, Sendable {
    /// An entry of the list is not an object.
    case notAFeature(found: String)
    /// A feature has no name, and is skipped.
    case missingName
    /// The name of a feature is empty or white space.
    case emptyName
    /// A feature has the name of an earlier one; the first one wins.
    case duplicateName(firstLine: Int?)
    /// The name of a feature differs from that of an earlier one only in its Unicode normalization form.
    case equivalentName(firstLine: Int?)
    /// A feature has the same key twice; the last value wins.
    case duplicateKey(String, firstLine: Int?)
    /// A key is unknown, and its spelling resembles that of a known key.
    case unknownKey(String, nearest: String)
    /// A field has a value of the wrong kind; if `isFatal`, the feature is skipped.
    case wrongKind(field: String, found: String, expected: String, isFatal: Bool)
    /// The type of a feature is unknown; the type is inferred from the variations instead.
    case unknownType(String)
    /// The declared type contradicts the number or the names of the variations, from which the type
    /// is inferred instead.
    case conflictingType(String, variations: Int)
    /// A test has the same variation twice.
    case duplicateVariation(String)
    /// The list of variations is empty, so that the feature is a flag.
    case noVariations
    /// The list of variations has a single entry, so that the feature is a flag.
    case singleVariation(String)
    /// The name of a variation is empty or white space.
    case emptyVariation
    /// A feature has biases but no variations, so that the biases have no effect.
    case unusedBiases
    /// The number of biases differs from that of the variations; equal biases are used.
    case biasCount(found: Int, expected: Int)
    /// The biases do not add up to 100; equal biases are used.
    case biasSum(Double)
    /// A bias is outside 0...100; equal biases are used.
    case biasRange(Double)
    /// The number of labels differs from that of the variations.
    case labelCount(found: Int, expected: Int)
    /// The assignment of a feature is outside 0...100; a random assignment is used instead.
    case assignmentRange(Double)
    /// A test has the key `unlocked`, which applies to unlock flags only.
    case unlockedTest
    /// A string contains half of a surrogate pair, which is replaced by U+FFFD.
    case loneSurrogate
    /// A grapheme cluster of a string has more scalars than `InputLimit.clusterScalars`, and is
    /// truncated; if `isFatal`, the feature is skipped.
    case longCluster(isFatal: Bool)
    /// The document has less than half as many features as the source had before.
    case fewerFeatures(before: Int, after: Int)
    /// A feature under development is enabled; release builds disable it.
    case developmentEnabled
    /// A part of a flag service's document has no effect or an unexpected effect; the associated
    /// text describes the problem.
    case service(String)
  }

  /// Creates a problem; `line` and `feature` are `nil` if they are unknown.
  public init(severity: Severity, line: Int?, feature: String?, fact: Fact) {
    self.severity = severity
    self.line = line
    self.feature = feature
    self.fact = fact
  }
}

extension Problem.Fact: CustomStringConvertible {
  /// The message of the problem, with the found and the expected value.
  public var description: String {
    switch self {
    case .notAFeature(let found): "found \(found), expected an object with a \"name\""
    case .missingName: "has no \"name\", so it is left out"
    case .emptyName: "has an empty \"name\", expected the name that the app uses"
    case .duplicateName(let line?): "is listed twice; the first one, on line \(line), is used"
    case .duplicateName(nil): "is listed twice; the first one is used"
    case .equivalentName(let line):
      "has the name of the feature" + (line.map { " on line \($0)" } ?? " before it")
        + " in another Unicode normalization form; they are two features that look alike"
    case .duplicateKey(let key, let line):
      "has \"\(key)\" twice" + (line.map { ", first on line \($0)" } ?? "")
        + "; the last value is used"
    case .unknownKey(let key, let nearest): "has \"\(key)\", did you mean \"\(nearest)\"?"
    case .wrongKind(let field, let found, let expected, let isFatal):
      "\"\(field)\" is \(found), expected \(expected)" + (isFatal ? ", so it is left out" : "")
    case .unknownType(let type):
      "\"type\" is \"\(type)\", expected one of \(FeatureType.documentTokens.joined(separator: ", "))"
    case .conflictingType(let type, let count):
      "\"type\" is \"\(type)\", which cannot have \(count) variations"
    case .duplicateVariation(let name): "has the variation \"\(name)\" twice"
    case .noVariations: "has an empty list of variations, so it is a flag"
    case .singleVariation(let name):
      "has one variation, \"\(name)\"; a test has at least two, so it is a flag"
    case .emptyVariation: "has a variation with an empty name, expected a name"
    case .unusedBiases: "has biases but no variations, so the biases have no effect"
    case .biasCount(let found, let expected):
      "biases: found \(found), expected \(expected), one for each variation; equal biases are used"
    case .biasSum(let sum):
      "biases add up to \(Self.number(sum)), expected 100; equal biases are used"
    case .biasRange(let bias):
      "has the bias \(Self.number(bias)), expected 0 to 100; equal biases are used"
    case .labelCount(let found, let expected):
      "labels: found \(found), expected \(expected), one for each variation"
    case .assignmentRange(let number):
      "has the assignment \(Self.number(number)), expected 0 to 100; a random one is used instead"
    case .unlockedTest: "is a test, so \"unlocked\" has no effect"
    case .loneSurrogate: "has half of a surrogate pair in a text, expected whole characters"
    case .longCluster(let isFatal):
      "has a character of more than \(InputLimit.clusterScalars.maximum) scalars in a text, "
        + (isFatal ? "so the feature is left out" : "which is truncated")
    case .fewerFeatures(let before, let after):
      "found \(after) \(after == 1 ? "feature" : "features"), \(before) before: "
        + "check that the source is complete"
    case .service(let text): text
    case .developmentEnabled: "is under development and on; release builds keep it off"
    }
  }

  /// Formats a number without its floating-point error: 99.9 instead of 99.89999999999999.
  private static func number(_ value: Double) -> String {
    let rounded = (value * 1e6).rounded() / 1e6
    return rounded == rounded.rounded() && abs(rounded) < 1e15
      ? String(Int64(rounded)) : String(rounded)
  }
}

extension Problem {
  /// Converts a problem that was found in the document of a flag system.
  package init(_ finding: DocumentFinding) {
    self.init(
      severity: finding.fact.severity,
      line: finding.line,
      feature: finding.flag,
      fact: Fact(finding)
    )
  }
}

extension Problem.Fact {
  fileprivate init(_ finding: DocumentFinding) {
    switch finding.fact {
    case .refusal(let text), .difference(let text): self = .service(text)
    case .unknownMember(let key, let nearest):
      let key = key.excerpt
      self =
        finding.flag == nil
        ? .service("found \"\(key)\", did you mean \"\(nearest)\"?")
        : .unknownKey(key, nearest: nearest)
    case .duplicateKey(let key, let line): self = .duplicateKey(key.excerpt, firstLine: line)
    case .duplicateFlag(let line):
      let first = line.map { " on line \($0)" } ?? ""
      self = .service("is defined twice; this definition replaces the one\(first)")
    }
  }
}

extension DocumentFinding.Fact {
  fileprivate var severity: Problem.Severity {
    switch self {
    case .refusal: .error
    case .difference, .unknownMember, .duplicateKey, .duplicateFlag: .warning
    }
  }
}
