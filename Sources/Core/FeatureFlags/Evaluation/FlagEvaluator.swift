/// Evaluates the features of one source for any user, without side effects.
///
/// ``BiasEvaluator`` evaluates the features of a document; each flag service has an evaluator of
/// its own. Overrides are a layer above: ``FlagStore/evaluate(_:in:build:)`` applies them. Every
/// method is safe to call from any thread.
public protocol FlagEvaluator: Sendable {
  /// Returns a function that allocates one user to the outcomes of features.
  ///
  /// The function may cache results that several features share, such as audiences. Call the
  /// function from one thread at a time.
  ///
  /// - Parameters:
  ///   - context: The user.
  ///   - count: The number of features that will be allocated, as a hint whether shared results are
  ///     worth a cache.
  /// - Returns: The function, which allocates `context` to the outcomes of one feature per call.
  func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator

  /// The names of the features whose results depend on other features of the source, such as
  /// prerequisites; empty by default.
  var dependents: [Feature.Name] { get }

  /// Returns an evaluator in which features see the forced results of the overridden features that they
  /// depend on.
  ///
  /// The results of the overridden features themselves do not include their overrides. The default
  /// implementation returns the evaluator itself, for features that do not depend on each other.
  ///
  /// - Parameter features: All features with overrides, which replace those of an earlier call.
  /// - Returns: The evaluator.
  func forcing(_ features: [Feature]) -> any FlagEvaluator

  /// Returns the problems of the source for one user, such as attributes that no condition reads.
  func problems(in context: EvaluationContext) -> [Problem]

  /// Whether a tester can force variations for single rules of the features.
  var hasRules: Bool { get }

  /// Returns the rules that can select a variation of the feature, in the order of evaluation.
  func rules(of feature: Feature) -> [ServiceRule]

  /// Returns the targeting of the feature as text, to compare two documents; `nil` if the evaluator has
  /// only the rules and no such text.
  func targetingText(of feature: Feature) -> String?

  /// Returns the steps of the evaluation for one user; `nil` if the evaluator records none.
  func explanation(of feature: Feature, in context: EvaluationContext) -> Explanation?

  /// Returns the reasons why apps may not get the result that the override of the feature forces.
  func caveats(of feature: Feature, in context: EvaluationContext) -> [String]

  /// Returns warnings for a tester whose app may run a different document of the source than the
  /// document of this evaluator.
  ///
  /// - Parameters:
  ///   - other: The evaluator of the different document.
  ///   - origin: The origin of the different document: `cache` or `fallback`.
  /// - Returns: The warnings.
  func problems(beside other: any FlagEvaluator, of origin: Origin) -> [Problem]

  /// The use of the targeting key by the evaluator: unused, optional or required.
  var targetingKeyUse: TargetingKeyUse { get }

  /// The kinds of evaluation contexts besides the user that the rules read, such as `org`; `nil` for a
  /// flag system without such kinds.
  ///
  /// A context of several kinds has the attribute `kind` with the value `multi`, and for each kind an
  /// attribute whose value is an object.
  var contextKinds: [String]? { get }

  /// Whether the contexts of the flag system have kinds; `false` by default.
  var hasContextKinds: Bool { get }

  /// The parts of a user besides the targeting key that the flag system can read; by default the
  /// attributes.
  ///
  /// A tester can edit only these parts.
  var userParts: Set<UserPart> { get }

  /// Returns the evaluator for a document that a server sent for one user.
  ///
  /// - Parameter context: The user for whom the document was requested.
  /// - Returns: An evaluator without results for other users if the server allocates users, or else
  ///   the evaluator itself, which is the default.
  func fetched(for context: EvaluationContext) -> any FlagEvaluator

  /// Returns an evaluator for calls of apps, which chooses random results anew at each call.
  ///
  /// - Parameters:
  ///   - percentage: Returns a random number from 0 to below 100; called for each random result.
  ///   - onClock: Called when a result depends on the current time; `nil` if the caller need not know.
  /// - Returns: The evaluator; `nil`, the default, if this evaluator has the same results for all
  ///   calls.
  func evaluator(
    drawing percentage: @escaping @Sendable () -> Double,
    onClock: (@Sendable () -> Void)?
  ) -> (any FlagEvaluator)?
}

/// The use of a user's targeting key by an evaluator.
public enum TargetingKeyUse: Hashable, Sendable {
  /// The targeting key is unused: no result depends on it.
  case unused
  /// The targeting key is optional: features are also evaluated for a user without a key.
  case optional
  /// The targeting key is required: a user without a key may have no result.
  case required
}

/// A part of an ``EvaluationContext`` besides the targeting key, which only some flag systems read.
public enum UserPart: Hashable, Sendable {
  /// The ``EvaluationContext/attributes`` of the user.
  case attributes
  /// The audience ``EvaluationContext/segments`` of the user.
  case segments
  /// The sticky variations in the ``EvaluationContext/profile`` of the user.
  case profile
}

/// A function that allocates one user to an outcome of a feature.
///
/// `forcing` contains the variations that an override forces for rules of the feature, by rule key.
/// The result is `nil` if the evaluator does not know the feature, or if every user has the same
/// outcome.
public typealias FlagAllocator = (FlagDefinition, _ forcing: [String: TestVariation]) -> Allocation?

extension FlagEvaluator {
  /// No names by default: only some flag services have dependencies between features.
  public var dependents: [Feature.Name] { [] }

  /// Returns the evaluator itself by default.
  public func forcing(_ features: [Feature]) -> any FlagEvaluator { self }

  /// Returns no problems by default.
  public func problems(in context: EvaluationContext) -> [Problem] { [] }

  /// Whether variations can be forced for rules; `false` by default, since only some flag services
  /// publish their rules.
  public var hasRules: Bool { false }

  /// Returns no rules by default.
  public func rules(of feature: Feature) -> [ServiceRule] { [] }

  /// Returns `nil` by default: only some evaluators can describe the whole targeting as text.
  public func targetingText(of feature: Feature) -> String? { nil }

  /// Returns `nil` by default: the evaluator records no steps.
  public func explanation(of feature: Feature, in context: EvaluationContext) -> Explanation? {
    nil
  }

  /// Returns no reasons by default: apps get what an override forces.
  public func caveats(of feature: Feature, in context: EvaluationContext) -> [String] { [] }

  /// Returns the reasons why apps may not get the results of all overrides of a feature, without duplicates.
  package func caveats(ofOverridesOf feature: Feature, for context: EvaluationContext) -> [String] {
    var caveats: [String] = []
    for scope in feature.overrides.map(\.scope) {
      var view = feature
      view.selectOverride(of: scope)
      let found = self.caveats(of: view, in: scope.user(from: context))
      caveats += found.filter { !caveats.contains($0) }
    }
    return caveats
  }

  /// Returns no warnings by default.
  public func problems(beside other: any FlagEvaluator, of origin: Origin) -> [Problem] { [] }

  /// `nil` by default: in most flag systems, all contexts are users.
  public var contextKinds: [String]? { nil }

  /// `false` by default: in most flag systems, all contexts are users.
  public var hasContextKinds: Bool { false }

  /// The attributes by default, which most flag systems read.
  public var userParts: Set<UserPart> { [.attributes] }

  /// Returns the evaluator itself by default, for a document that is the same for every user.
  public func fetched(for context: EvaluationContext) -> any FlagEvaluator { self }

  /// Returns `nil` by default: all calls of a user have the same results.
  public func evaluator(
    drawing percentage: @escaping @Sendable () -> Double,
    onClock: (@Sendable () -> Void)?
  ) -> (any FlagEvaluator)? {
    nil
  }

  /// The use of the targeting key; `required` by default, since most services bucket users by the
  /// key.
  public var targetingKeyUse: TargetingKeyUse { .required }

  /// Evaluates one feature for one user, without overrides.
  ///
  /// - Parameters:
  ///   - definition: The definition of the feature.
  ///   - context: The user.
  ///   - build: The build of the app; features under development are off in release builds.
  /// - Returns: The state with its reason; the origin is `nil`.
  public func evaluate(
    _ definition: FlagDefinition,
    in context: EvaluationContext,
    build: BuildKind = .release
  ) -> Evaluation {
    var feature = Feature(definition)
    feature.allocate(by: allocator(for: context, count: 1))
    return feature.evaluation(in: build)
  }
}

extension Feature {
  /// Applies the allocation of a user to the feature; a feature that the evaluator does not know is
  /// unchanged.
  package mutating func allocate(by allocator: FlagAllocator) {
    if let allocation = allocator(definition, [:]) { apply(allocation) }
    allocateForcedRules(by: allocator)
  }

  /// Whether the evaluator evaluates the feature again for its override, which forces rules or enables the
  /// feature regardless of its document.
  var isReevaluated: Bool { override?.rules.isEmpty == false || isForcedOn }

  private var isForcedOn: Bool { definition.declaresResult && override?.enabled == true }

  /// Evaluates the feature with the forced rules and the forced state of its override, and stores the
  /// outcome.
  package mutating func allocateForcedRules(by allocator: FlagAllocator) {
    guard isReevaluated else { return outcomeByForcedRules = nil }
    var definition = definition
    if isForcedOn { definition.isForcedOn = true }
    switch allocator(definition, override?.rules ?? [:]) {
    case .outcome(let outcome, _, _, _)?: outcomeByForcedRules = outcome
    case .failure?: outcomeByForcedRules = nil
    case .assignment?, nil: break
    }
  }

  /// Whether the evaluator has to evaluate the feature again after its override has changed from `former`.
  package func needsAllocation(after former: Override?) -> Bool {
    (override?.rules ?? [:]) != (former?.rules ?? [:])
      || definition.declaresResult && override?.enabled != former?.enabled
  }

  private mutating func apply(_ allocation: Allocation) {
    switch allocation {
    case .assignment(let number): assignment = number
    case .outcome(let outcome, let rule, let reason, let facts):
      serviceResult = ServiceResult(outcome: outcome, rule: rule, reason: reason, metadata: facts)
    case .failure(let failure):
      serviceResult = ServiceResult(reason: .failed, failure: failure, metadata: failure.metadata)
    }
  }
}

/// A rule of a flag service for which an override can force a variation.
public struct ServiceRule: Hashable, Sendable {
  /// The key of the rule in the flag service, by which an override refers to the rule.
  public let key: String
  /// The kind of rule, for display, such as `experiment`.
  public let kind: String
  /// The variations that the rule can select, and that a tester can force for the rule.
  public let variations: [TestVariation]
  /// The name for display, such as `rule 2 "Beta users"`: the number and the description of the rule, if its
  /// key is only an id.
  public let name: String
  /// The users whom the rule selects, for display, such as `plan in "gold"`; empty if they are unknown.
  public let audience: String

  /// Creates a rule of an evaluator that another library implements; its name is the key by default.
  public init(
    key: String,
    kind: String,
    variations: [TestVariation],
    name: String? = nil,
    audience: String = ""
  ) {
    self.key = key
    self.kind = kind
    self.variations = variations
    self.name = name ?? key
    self.audience = audience
  }

  /// The name of the rule, followed by the users whom it selects if they are known.
  package var title: String { audience.isEmpty ? name : "\(name): \(audience)" }
}

extension FlagEvaluator {
  /// Returns the titles of the rules that the override of a feature forces, by rule key.
  ///
  /// A rule whose name is its key is omitted.
  package func titlesOfForcedRules(of feature: Feature) -> [String: String] {
    guard let override = feature.override, !override.rules.isEmpty else { return [:] }
    let forced = rules(of: feature).filter { override.rules[$0.key] != nil && $0.name != $0.key }
    return Dictionary(forced.map { ($0.key, $0.title) }) { first, _ in first }
  }

  /// Returns the name of a rule with the users whom it selects; `rule KEY` if only the key is known.
  package func title(ofRule key: String, of feature: Feature) -> String {
    let rule = rules(of: feature).first { $0.key == key }
    guard let rule, rule.title != rule.key else { return "rule \(key)" }
    return rule.title
  }
}
