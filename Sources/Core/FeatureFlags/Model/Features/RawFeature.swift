/// The fields of a feature in a document, before its type is inferred and its numbers validated.
struct RawFeature {
  var name: String
  var section: String?
  var detailText: String?
  var enabled: Bool?
  var isDevelopment: Bool?
  var unlocked: Bool?
  var type: FeatureType?
  var variations: [String] = []
  var biases: [Double]?
  var labels: [String?]?
  var assignment: Double?
  var variables: [Variable] = []
  var variationVariables: [[Variable]] = []

  /// The keys of a feature's fields in a document.
  enum Key: String, CaseIterable, CodingKey {
    case name, description, section, enabled, development, unlocked, type, labels
    case variations = "test-variations"
    case biases = "test-biases"
    case assignment = "test-variation-assignment"
  }
}

extension Feature {
  /// Creates a feature from an entry of a document, with the assignment of the document.
  init(_ raw: RawFeature, report: (Problem.Fact) -> Void = { _ in }) {
    self.init(FlagDefinition(raw, report: report))
  }
}

extension FlagDefinition {
  /// Creates the definition of an entry: infers its type, validates its numbers, and reports its
  /// problems.
  init(_ raw: RawFeature, report: (Problem.Fact) -> Void = { _ in }) {
    self.init(
      name: Feature.Name(rawValue: raw.name),
      detailText: raw.detailText,
      traits: Traits(raw, report: report)
    )
  }
}

extension FlagDefinition.Traits {
  /// Creates the traits of an entry, which do not depend on its name and its description.
  init(_ raw: RawFeature, report: (Problem.Fact) -> Void) {
    let type = raw.inferType(report: report)
    let variations = raw.outcomes(of: type)
    if let labels = raw.labels, labels.count != raw.variations.count, !raw.variations.isEmpty {
      report(.labelCount(found: labels.count, expected: raw.variations.count))
    }
    self.init(
      section: raw.section,
      testVariations: variations,
      testBiases: raw.checkedBiases(count: variations.count, isTest: type.isTest, report: report),
      labels: raw.labels.map { $0.contains { $0 != nil } ? $0 : [] } ?? [],
      variables: raw.variables,
      variationVariables: raw.variationVariables,
      assignment: OptionalAssignment(raw.checkedAssignment(of: type, report: report)),
      type: type,
      enabled: raw.enabled ?? type.isTest,
      isDevelopment: raw.isDevelopment ?? false,
      unlocked: type == .unlockFlag ? raw.unlocked ?? false : nil
    )
    if isDevelopment, enabled { report(.developmentEnabled) }
  }
}

extension RawFeature {
  /// Returns the declared type if the variations allow it, or else the type that they imply;
  /// reports conflicts.
  fileprivate func inferType(report: (Problem.Fact) -> Void) -> FeatureType {
    let inferred = inferredType
    if let type, type != inferred, inferred != .unlockFlag || type != .featureFlag {
      report(.conflictingType(type.token, variations: variations.count))
    }
    if inferred != .deprecated { reportUnusualVariations(report) }
    if inferred.isTest {
      if unlocked != nil { report(.unlockedTest) }
      reportDuplicateVariations(report)
    }
    return inferred
  }

  /// The type of the feature; reading the property reports no conflicts, unlike
  /// `inferType(report:)`.
  private var inferredType: FeatureType {
    declaredType ?? typeByVariations
  }

  /// The declared type; `nil` if none is declared or the variations contradict it.
  private var declaredType: FeatureType? {
    switch type {
    case .deprecated: .deprecated
    case .featureFlag where isPlain: unlocked == nil ? .featureFlag : .unlockFlag
    case .unlockFlag where isPlain: .unlockFlag
    case .featureTest(.mvt) where variations.count >= 2: .featureTest(.mvt)
    case .featureTest(.ab) where variations.count == 2: .featureTest(.ab)
    case .featureFlag, .unlockFlag, .featureTest, .value, nil: nil
    }
  }

  /// The type that the number and the names of the variations imply.
  private var typeByVariations: FeatureType {
    switch variations.count {
    case 0, 1: unlocked == nil ? .featureFlag : .unlockFlag
    case 2: .featureTest(isOnOff ? .featureFlagAB : .ab)
    default: .featureTest(.mvt)
    }
  }

  /// Whether the variations are those of a flag: none, one, or the two outcomes that the framework encodes.
  ///
  /// The FeatureFlags framework encodes the outcomes of a flag as Enabled and Disabled, or as a single
  /// variation and its negation, such as `X` and `!X`.
  private var isPlain: Bool {
    guard variations.count == 2 else { return variations.count < 2 }
    let name = TestVariation(rawValue: variations[0])
    return isOnOff
      || variations[1].first == "!"
        && TestVariation(rawValue: String(variations[1].dropFirst())) == name
  }

  private var isOnOff: Bool {
    guard variations.count == 2 else { return false }
    let states = Set(variations.map { TestVariation(rawValue: $0.lowercased()) })
    return states == [.enabled, .disabled]
  }

  /// Returns the outcomes of a feature of the given type; an on/off test always has Enabled and
  /// Disabled.
  fileprivate func outcomes(of type: FeatureType) -> [TestVariation] {
    if type == .featureTest(.featureFlagAB) || (isOnOff && !type.isTest) {
      let isReversed = ["disabled", "off"].contains(variations.first?.lowercased())
      return isReversed && type.isTest ? Self.reversedStates : Self.states
    }
    switch variations.count {
    case 0: return Self.states
    case 1:
      return [TestVariation(rawValue: variations[0]), TestVariation(name: "!" + variations[0])]
    default: return variations.map(TestVariation.init(rawValue:))
    }
  }

  // Static constants let all flags of a large configuration share one allocation.
  private static let states: [TestVariation] = [.enabled, .disabled]
  private static let reversedStates: [TestVariation] = [.disabled, .enabled]
  private static let halves = [Percentage(rawValue: 50), Percentage(rawValue: 50)]

  /// Reports suspicious variations and biases: a single variation, empty names, and biases without
  /// variations.
  private func reportUnusualVariations(_ report: (Problem.Fact) -> Void) {
    if variations.count == 1 { report(.singleVariation(variations[0])) }
    for name in variations where name.allSatisfy(\.isWhitespace) { report(.emptyVariation) }
    if variations.isEmpty, biases?.isEmpty == false { report(.unusedBiases) }
  }

  private func reportDuplicateVariations(_ report: (Problem.Fact) -> Void) {
    var seen: Set<TestVariation> = []
    for name in variations where !seen.insert(TestVariation(rawValue: name)).inserted {
      report(.duplicateVariation(name))
    }
  }

  /// Returns the declared biases if they are valid, or else reports the error and returns equal
  /// biases.
  ///
  /// Biases are valid if each is in 0...100, their number is that of the variations, and they add
  /// up to 100.
  fileprivate func checkedBiases(
    count: Int,
    isTest: Bool,
    report: (Problem.Fact) -> Void
  ) -> [Percentage] {
    let equal =
      count == 2
      ? Self.halves : Array(repeating: Percentage(rawValue: 100 / Double(count)), count: count)
    guard let biases, isTest else { return equal }
    let sum = biases.reduce(0, +)
    if biases.count != count {
      report(.biasCount(found: biases.count, expected: count))
    } else if let bias = biases.first(where: { !(0...100).contains($0) }) {
      report(.biasRange(bias))
    } else if abs(sum - 100) > Self.biasTolerance {
      report(.biasSum(sum))
    } else {
      return biases.map(Percentage.init(rawValue:))
    }
    return equal
  }

  /// The tolerance of the sum of biases in percentage points, so that thirds can be written as
  /// 33.3.
  private static let biasTolerance = 0.05 + 1e-9

  /// Returns the declared assignment of a test if it is valid; the number that the FeatureFlags
  /// framework encodes for every flag has no effect.
  fileprivate func checkedAssignment(
    of type: FeatureType,
    report: (Problem.Fact) -> Void
  ) -> Double? {
    guard let assignment, type.isTest else { return nil }
    guard (0...100).contains(assignment) else {
      report(.assignmentRange(assignment))
      return nil
    }
    return assignment
  }
}
