import Glibc

/// A feature as one user gets it: its definition, the allocation of the user, and the override.
///
/// ```swift
/// let feature = Feature(name: "checkout", testVariations: ["one page", "two pages"])
/// let state = feature.state(in: .release)
/// print(feature.type, state.isEnabled, state.variation ?? .unassigned)
/// ```
public struct Feature: Hashable, Sendable {
  /// The definition of the feature, which is the same for every user.
  public internal(set) var definition: FlagDefinition
  private var serviceResultBox = Boxed<ServiceResult>()
  private var overrideBox = Boxed<ActiveOverride>()
  /// The assignment of the user in 0...100, which selects a variation by the biases; `nil` until the
  /// store chooses an assignment.
  public internal(set) var assignment: Double? {
    get { userAssignment.value }
    set { userAssignment.value = newValue }
  }
  private var userAssignment: OptionalAssignment
  /// Whether the source no longer has the feature; a removed feature is listed only because it has
  /// an override.
  package var isRemoved: Bool { definition.isRemoved }

  /// Creates the feature of a definition, with the assignment of the document and without an
  /// outcome of a flag service.
  init(_ definition: FlagDefinition) {
    // Reads `assignment` before `self.definition` is set: an access after that would copy the whole
    // definition.
    userAssignment = OptionalAssignment(definition.assignment)
    self.definition = definition
  }

  /// The result of a flag service for the user of the feature.
  struct ServiceResult: Hashable, Sendable {
    var outcome: ServiceVariation?
    var rule: String?
    var reason: EvaluationReason?
    /// The reason why the service cannot evaluate the feature; `nil` if it can.
    var failure: EvaluationFailure?
    /// The facts about the evaluation, in addition to those of the definition.
    var metadata: [FlagDefinition.Metadatum] = []
    /// The outcome when the forced rules of the override are applied; `nil` for none.
    var forcedOutcome: ServiceVariation?
  }

  /// All overrides, and the one that holds for the user of the feature.
  private struct ActiveOverride: Hashable, Sendable {
    let all: FeatureOverrides
    let selected: ScopedOverride?
  }

  /// The override of the tester for the user of the feature; `nil` for none.
  ///
  /// A new value replaces the override that holds for the user, and those of other users remain.
  public package(set) var override: Override? {
    get { overrideBox.value?.selected?.override }
    set {
      let all = overrideBox.value?.all ?? FeatureOverrides([:], hasKinds: false)
      let scope = overrideScope
      select(from: all.replacing(newValue, of: scope)) { $0[scope] }
    }
  }

  /// The users for whom ``override`` holds; everyone if there is none.
  public var overrideScope: OverrideScope { overrideBox.value?.selected?.scope ?? .everyone }

  /// All overrides of the feature with their scopes, in descending precedence.
  public var overrides: [ScopedOverride] { overrideBox.value?.all.inOrder ?? [] }

  /// Returns the override of a former state of the feature that held for a user; `nil` for none.
  package func override(
    for context: EvaluationContext,
    among overrides: [OverrideScope: Override]
  ) -> Override? {
    let hasKinds = overrideBox.value?.all.hasKinds ?? false
    return FeatureOverrides(overrides, hasKinds: hasKinds).active(for: context)?.override
  }

  /// Whether the feature has an override for single users, whether or not it holds for the user of the
  /// feature.
  public var hasScopedOverrides: Bool { overrideBox.value?.all.hasScopes ?? false }

  /// Replaces all overrides, and selects the one for a user.
  mutating func setOverrides(_ all: FeatureOverrides, for context: EvaluationContext) {
    select(from: all) { $0.active(for: context) }
  }

  /// Selects the override that holds for another user.
  package mutating func selectOverride(for context: EvaluationContext) {
    guard let active = overrideBox.value else { return }
    let selected = active.all.active(for: context)
    guard selected !== active.selected else { return }
    overrideBox.value = ActiveOverride(all: active.all, selected: selected)
  }

  /// Selects the override of a scope, or else the override for everyone, regardless of its user.
  package mutating func selectOverride(of scope: OverrideScope) {
    guard let all = overrideBox.value?.all else { return }
    select(from: all) { $0[scope] ?? $0[.everyone] }
  }

  private mutating func select(
    from all: FeatureOverrides,
    _ selection: (FeatureOverrides) -> ScopedOverride?
  ) {
    overrideBox.value =
      all.inOrder.isEmpty ? nil : ActiveOverride(all: all, selected: selection(all))
  }

  /// Returns the override of a scope; `nil` for none.
  package func override(of scope: OverrideScope) -> Override? {
    overrideBox.value?.all[scope]?.override
  }

  /// Whether the feature has an override over which the selected one has precedence.
  package var hasLowerOverride: Bool {
    overrides.lastIndex { !$0.override.isEmpty && $0.scope != overrideScope }
      .map { last in overrides[last...].allSatisfy { $0.scope != overrideScope } } ?? false
  }

  /// Whether two features have the same overrides.
  func hasEqualOverrides(to other: Feature) -> Bool { overrideBox == other.overrideBox }

  /// The outcome that a flag service returns for the user, without overrides; `nil` for none.
  package var outcome: ServiceVariation? { serviceResult?.outcome }

  /// The key of the flag service's rule that selected the outcome; `nil` for none.
  package var rule: String? { serviceResult?.rule }

  /// The reason for the outcome of the flag service; `nil` before the evaluation.
  var outcomeReason: EvaluationReason? { serviceResult?.reason }

  /// The reason why the flag service cannot evaluate the feature for the user; `nil` if it can.
  package var failure: EvaluationFailure? { serviceResult?.failure }

  /// The facts about the evaluation for the user, without overrides; empty for most flag services.
  package var evaluationMetadata: [FlagDefinition.Metadatum] { serviceResult?.metadata ?? [] }

  /// The result of a flag service for the user; `nil` before the evaluation.
  var serviceResult: ServiceResult? {
    get { serviceResultBox.value }
    set { serviceResultBox.value = newValue }
  }

  /// Removes the result of the flag service, before the evaluation for another user.
  package mutating func removeServiceResult() { serviceResult = nil }

  /// The outcome that the flag service returns when the forced rules of the override are applied;
  /// `nil` for none.
  package var outcomeByForcedRules: ServiceVariation? {
    get { serviceResult?.forcedOutcome }
    set {
      guard newValue != nil || serviceResult != nil else { return }
      var result = serviceResult ?? ServiceResult()
      result.forcedOutcome = newValue
      serviceResult = result
    }
  }

  /// Whether the feature may differ from its definition: it has an override or a result of a flag service, or
  /// uses an assignment.
  var mayDiffer: Bool {
    definition.usesAssignment || !overrideBox.isEmpty || !serviceResultBox.isEmpty
  }

  var hasOverride: Bool { !overrideBox.isEmpty }

  /// Whether both features are equal when their overrides are ignored.
  func isConfigured(like other: Feature) -> Bool {
    definition == other.definition && userAssignment == other.userAssignment
      && serviceResultBox == other.serviceResultBox
  }

  /// A copy of the feature without overrides.
  public var configured: Feature {
    var feature = self
    feature.overrideBox.value = nil
    return feature
  }
}

// MARK: The definition

extension Feature {
  /// The name by which an app looks up the feature.
  public var name: Name { definition.name }
  /// The group under which the feature is listed; `nil` for none.
  public var section: String? { definition.section }
  /// The description of the feature in the configuration; `nil` for none.
  public var detailText: String? { definition.detailText }
  /// The type of the feature, inferred from its configuration.
  public var type: FeatureType { definition.type }
  /// Whether the configuration enables the feature.
  public var enabled: Bool { definition.enabled }
  /// Whether the feature is under development, and therefore off in release builds.
  public internal(set) var isDevelopment: Bool {
    get { definition.isDevelopment }
    set { definition.isDevelopment = newValue }
  }
  /// Whether the configuration unlocks the feature; `nil` unless it is an unlock flag.
  public var unlocked: Bool? { definition.unlocked }
  /// The variations, in the order of the configuration; a flag has two: the outcome when on, then
  /// the outcome when off.
  public var testVariations: [TestVariation] { definition.testVariations }
  /// The percentage of users that each variation gets, in the order of `testVariations`; empty for
  /// a feature of a flag service.
  public var testBiases: [Percentage] { definition.testBiases }
  /// The analytics text of each variation, in the order of `testVariations`; the list may be
  /// shorter.
  public var labels: [String?] { definition.labels }
  /// The variables with their default values, which apply if the variation does not set them.
  public var variables: [Variable] { definition.variables }
  /// The variable values that each variation sets, in the order of `testVariations`; the list may
  /// be shorter.
  public var variationVariables: [[Variable]] { definition.variationVariables }
  /// The outcomes that the flag service defines, in the order of `testVariations`; empty for other
  /// features.
  package var outcomes: [ServiceVariation] { definition.outcomes }
  /// Whether a flag service evaluates the feature; such a feature has neither biases nor an
  /// assignment.
  public var isEvaluatedByService: Bool { definition.isEvaluatedByService }
}

extension Feature {
  /// Creates an entry for a feature that the source no longer has, so that its override can be
  /// listed and reset.
  package init(removed name: Name, override: Override?) {
    self.init(FlagDefinition(removed: name))
    self.override = override
  }
}

extension [Feature] {
  /// Creates the entries for the features of overrides that the source no longer has, sorted by name.
  package init(removed overrides: [OverrideKey: Override]) {
    self = overrides.byFeature().sorted { $0.key.rawValue < $1.key.rawValue }.map { name, all in
      var feature = Feature(FlagDefinition(removed: name))
      feature.setOverrides(all, for: EvaluationContext())
      return feature
    }
  }
}

extension Feature {
  /// Whether the feature has an override that forces at least one part, such as the state.
  public var isOverridden: Bool {
    override?.isEmpty == false
  }

  /// Returns the feature with one override for everyone, for a preview of a change; no store is changed.
  package func overridden(by override: Override?) -> Feature {
    var feature = configured
    feature.override = override
    return feature
  }

  /// Returns the change of the override that selects the next or the previous variation, or flips a
  /// flag.
  ///
  /// - Parameter step: 1 for the next variation, -1 for the previous one; after the last variation
  ///   comes the first.
  /// - Returns: The change; `nil` if there is no further variation to select.
  public func cycled(by step: Int) -> OverrideChoice? {
    let state = state(in: .development)
    switch type {
    case .featureFlag, .featureTest(.featureFlagAB): return .enabled(!state.isEnabled)
    case .unlockFlag: return .unlocked(!(state.isUnlocked ?? false))
    case .value, .deprecated: return nil
    case .featureTest: break
    }
    var seen: Set<TestVariation> = []
    let variations = testVariations.filter { seen.insert($0).inserted }
    guard let first = variations.first, let last = variations.last else { return nil }
    guard let current = state.variation, let index = variations.firstIndex(of: current) else {
      return .variation(step > 0 ? first : last)
    }
    // A single variation has no successor: once it is forced, there is nothing to change.
    if variations.count == 1, forcedVariation != nil { return nil }
    let next = (index + step + variations.count) % variations.count
    return .variation(variations[next])
  }
}

extension Feature {
  /// Creates a feature, and infers its type from the other arguments.
  ///
  /// A feature without variations is a flag, or an unlock flag if `unlocked` is given. With two
  /// variations it is an A/B test, or an on/off test if they are Enabled and Disabled. With more
  /// variations it is an MVT test. Biases that do not add up to 100, or whose number differs from
  /// that of the variations, are replaced by equal biases.
  ///
  /// - Parameters:
  ///   - name: The name by which code looks up the feature.
  ///   - description: The description of the feature.
  ///   - section: The group under which the feature is listed.
  ///   - enabled: Whether the feature is enabled; by default flags are disabled and tests are
  ///     enabled.
  ///   - isDevelopment: Whether the feature is under development, and so off in release builds.
  ///   - type: The type; it is ignored if it contradicts the variations.
  ///   - unlocked: Whether an unlock flag is initially unlocked.
  ///   - testVariations: The outcomes of a test.
  ///   - testBiases: The percentage of users that each variation gets.
  ///   - labels: The analytics text of each variation.
  ///   - variables: The variables with their default values.
  ///   - variationVariables: The values that each variation sets.
  public init(
    name: Name,
    description: String? = nil,
    section: String? = nil,
    enabled: Bool? = nil,
    isDevelopment: Bool = false,
    type: FeatureType? = nil,
    unlocked: Bool? = nil,
    testVariations: [TestVariation] = [],
    testBiases: [Percentage]? = nil,
    labels: [String?]? = nil,
    variables: [Variable] = [],
    variationVariables: [[Variable]] = []
  ) {
    self.init(
      RawFeature(
        name: name.rawValue,
        section: section,
        detailText: description,
        enabled: enabled,
        isDevelopment: isDevelopment,
        unlocked: unlocked,
        type: type,
        variations: testVariations.map(\.rawValue),
        biases: testBiases?.map(\.rawValue),
        labels: labels,
        variables: variables,
        variationVariables: variationVariables
      )
    )
  }
}

extension Feature {
  /// The name under which a configuration lists a feature.
  ///
  /// Names are compared byte for byte in UTF-8: `"new cart"` and `"New Cart"` are different, and so
  /// are two Unicode normalization forms of one text. The look-ups of the drop-in API, such as
  /// ``Feature/isEnabled(_:isDevelopment:)``, also find a name in another normalization form.
  public struct Name: RawRepresentable, Hashable, Sendable, Codable {
    /// The name as the configuration spells it.
    public let rawValue: String
    /// The hash of the UTF-8 bytes, computed once because a name is looked up many times.
    let byteHash: UInt64

    /// Creates a name from its spelling in the configuration, which is not normalised.
    public init(rawValue: String) {
      self.rawValue = rawValue
      byteHash = FastHash.hash(rawValue)
    }
  }
}

extension Feature.Name {
  /// Whether the name has ASCII characters only, so that it has no other Unicode normalization form.
  var isASCII: Bool { rawValue.utf8.allSatisfy { $0 < 0x80 } }

  /// Whether the name is empty or consists of white space.
  var isBlank: Bool {
    // Most names begin with a visible ASCII character, for which no Unicode property has to be looked up.
    if let first = rawValue.utf8.first, (0x21..<0x7F).contains(first) { return false }
    return rawValue.allSatisfy(\.isWhitespace)
  }
}

extension Feature.Name {
  /// Compares the UTF-8 bytes; Unicode normalisation could take quadratic time.
  public static func == (left: Feature.Name, right: Feature.Name) -> Bool {
    guard left.byteHash == right.byteHash else { return false }
    let isEqual = left.rawValue.utf8.withContiguousStorageIfAvailable { left in
      right.rawValue.utf8.withContiguousStorageIfAvailable { right in
        guard left.count == right.count else { return false }
        guard let leftBytes = left.baseAddress, let rightBytes = right.baseAddress else {
          return left.isEmpty
        }
        return memcmp(leftBytes, rightBytes, left.count) == 0
      }
    }
    // Native strings have contiguous storage; others are compared byte by byte.
    return (isEqual ?? nil) ?? left.rawValue.utf8.elementsEqual(right.rawValue.utf8)
  }

  /// Adds the hash of the UTF-8 bytes to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(byteHash)
  }
}

extension Feature.Name {
  /// Hashes the name for a dictionary or a set, which call this instead of `hash(into:)`.
  ///
  /// The hasher of the standard library would account for half of the time of a look-up. `Hashable` does
  /// not document this function: a standard library that does not call it calls `hash(into:)`, which is
  /// slower but also correct.
  public func _rawHashValue(seed: Int) -> Int {
    Int(truncatingIfNeeded: FastHash.fold(byteHash, seed: UInt64(truncatingIfNeeded: seed)))
  }
}

extension Feature.Name: ExpressibleByStringLiteral {
  /// Creates a name from a string literal.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }
}

extension Feature.Name: CustomStringConvertible {
  /// The name as the configuration spells it.
  public var description: String { rawValue }
}

/// The name of ``Feature/Name`` in code that was written for the original framework.
public typealias FeatureName = Feature.Name
