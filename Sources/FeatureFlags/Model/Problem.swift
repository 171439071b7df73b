import Documents

/// Something in a configuration that is not as it should be.
public struct Problem: Hashable, Sendable {
  /// How much harm the problem does.
  public let severity: Severity
  /// The line it stands on, from 1; `nil` for formats without lines.
  public let line: Int?
  /// The feature that has it, by name or, for one without a name, by its place in the list.
  public let feature: String?
  /// What is wrong.
  public let fact: Fact

  /// How much harm a problem does.
  public enum Severity: String, Hashable, Sendable, Codable {
    /// The configuration does not mean what it says.
    case error
    /// It means what it says, which may not be what was wanted.
    case warning
  }

  /// What is wrong, with what was found and what was wanted.
  public enum Fact: Hashable, Sendable {
    /// An entry of the list is not an object.
    case notAFeature(found: String)
    /// A feature has no name, and is left out.
    case missingName
    /// A feature has a name without a letter.
    case emptyName
    /// A feature was listed before under the same name; the first one counts.
    case duplicateName(firstLine: Int?)
    /// A key stands twice in a feature; the last one counts.
    case duplicateKey(String)
    /// A key is not known, and one that is known is spelled nearly so.
    case unknownKey(String, nearest: String)
    /// A field has a value of the wrong kind; `isFatal` leaves the feature out.
    case wrongKind(field: String, found: String, wanted: String, isFatal: Bool)
    /// A type is not known; the variations decide instead.
    case unknownType(String)
    /// A type does not go with the number or names of the variations; they decide instead.
    case conflictingType(String, variations: Int)
    /// A test has the same variation twice.
    case duplicateVariation(String)
    /// A list of variations is empty, so that the feature is a flag.
    case noVariations
    /// A list of variations has one variation, so that the feature is a flag.
    case singleVariation(String)
    /// A variation has a name without a letter.
    case emptyVariation
    /// A feature has biases but no variations, so that the biases have no effect.
    case unusedBiases
    /// There is not one bias for each variation; all are taken as equal.
    case biasCount(found: Int, wanted: Int)
    /// The biases do not add up to 100; all are taken as equal.
    case biasSum(Double)
    /// A bias is not within 0...100; all are taken as equal.
    case biasRange(Double)
    /// There is not one label for each variation.
    case labelCount(found: Int, wanted: Int)
    /// An assignment is not within 0...100; one is drawn instead.
    case assignmentRange(Double)
    /// A test has the key of an unlock flag, which means nothing there.
    case unlockedTest
    /// A text has half of a surrogate pair in it, shown as U+FFFD.
    case loneSurrogate
    /// A text has a character of more scalars than `Limit.clusterScalars`, and is truncated;
    /// `isFatal` leaves the feature out.
    case longCluster(isFatal: Bool)
    /// The document has less than half of the features that the source had before.
    case fewerFeatures(before: Int, after: Int)
    /// A feature under development is on.
    case developmentEnabled
    /// A flag service's document says something that has no or another effect than it seems.
    case service(String)
  }

  /// Makes a problem.
  public init(severity: Severity, line: Int?, feature: String?, fact: Fact) {
    self.severity = severity
    self.line = line
    self.feature = feature
    self.fact = fact
  }
}

extension Problem.Fact: CustomStringConvertible {
  /// What was found and what was wanted, in words.
  public var description: String {
    switch self {
    case .notAFeature(let found): "found \(found), wanted an object with a \"name\""
    case .missingName: "has no \"name\", so it is left out"
    case .emptyName: "has an empty \"name\", wanted the name that the app asks for"
    case .duplicateName(let line?): "is listed twice, first on line \(line), which counts"
    case .duplicateName(nil): "is listed twice; the first one counts"
    case .duplicateKey(let key): "has \"\(key)\" twice; the last one counts"
    case .unknownKey(let key, let nearest): "has \"\(key)\", did you mean \"\(nearest)\"?"
    case .wrongKind(let field, let found, let wanted, let isFatal):
      "\"\(field)\" is \(found), wanted \(wanted)" + (isFatal ? ", so it is left out" : "")
    case .unknownType(let type):
      "\"type\" is \"\(type)\", wanted one of \(FeatureType.documentTokens.joined(separator: ", "))"
    case .conflictingType(let type, let count):
      "\"type\" is \"\(type)\", which does not go with \(count) variations"
    case .duplicateVariation(let name): "has the variation \"\(name)\" twice"
    case .noVariations: "has an empty list of variations, so it is a flag"
    case .singleVariation(let name):
      "has one variation, \"\(name)\"; a test has at least two, so it is a flag"
    case .emptyVariation: "has a variation with an empty name, expected a name"
    case .unusedBiases: "has biases but no variations, so the biases have no effect"
    case .biasCount(let found, let wanted):
      "biases: found \(found), wanted \(wanted), one for each variation; taken as equal"
    case .biasSum(let sum): "biases add up to \(Self.number(sum)), wanted 100; taken as equal"
    case .biasRange(let bias):
      "has the bias \(Self.number(bias)), wanted 0 to 100; all are taken as equal"
    case .labelCount(let found, let wanted):
      "labels: found \(found), wanted \(wanted), one for each variation"
    case .assignmentRange(let number):
      "has the assignment \(Self.number(number)), wanted 0 to 100; one is drawn instead"
    case .unlockedTest: "is a test, so \"unlocked\" means nothing"
    case .loneSurrogate: "has half of a surrogate pair in a text, wanted whole characters"
    case .longCluster(let isFatal):
      "has a character of more than \(Limit.clusterScalars.maximum) scalars in a text, "
        + (isFatal ? "so the feature is left out" : "which is truncated")
    case .fewerFeatures(let before, let after):
      "found \(after) \(after == 1 ? "feature" : "features"), \(before) before: "
        + "check that the source is complete"
    case .service(let text): text
    case .developmentEnabled: "is under development and on; release builds keep it off"
    }
  }

  /// A number without the noise of its float: 99.9 and not 99.89999999999999.
  private static func number(_ value: Double) -> String {
    let rounded = (value * 1e6).rounded() / 1e6
    return rounded == rounded.rounded() && abs(rounded) < 1e15
      ? String(Int64(rounded)) : String(rounded)
  }
}
