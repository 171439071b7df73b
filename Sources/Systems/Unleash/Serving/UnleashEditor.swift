import Documents
package import FeatureFlags
import FlagSystem

/// Edits the client features of Unleash so that SDKs apply overrides.
///
/// The overrides apply to every user, or to one user by strategies with a constraint on the user id. All
/// bytes outside of the overridden flags are unchanged.
package struct UnleashEditor {
  private let feature: Feature
  private let evaluator: UnleashEvaluator

  /// Returns a document with overrides applied.
  ///
  /// - Parameters:
  ///   - bytes: A valid document of client features.
  ///   - features: The features, evaluated for `user`; features without an override or without a flag in
  ///     the document are ignored.
  ///   - evaluator: The evaluator of the same document, which provides the keys of the strategies.
  ///   - user: The id of the only user to whom the overrides apply; `nil` for every user.
  /// - Returns: The edited document; unchanged if no override has an effect.
  package static func edited(
    _ bytes: [UInt8],
    for features: [Feature],
    evaluator: UnleashEvaluator,
    user: String? = nil
  ) -> [UInt8] {
    var overridden: [String: Feature] = [:]
    for feature in features where feature.override?.isEmpty == false {
      overridden[feature.name.rawValue] = feature
    }
    guard !overridden.isEmpty else { return bytes }
    var document = JSONTree(bytes)
    document["features"]?.update { _, flag in
      guard let name = flag["name"]?.string, let feature = overridden[name] else { return }
      let editor = UnleashEditor(feature: feature, evaluator: evaluator)
      if let user { editor.edit(&flag, for: user) } else { editor.edit(&flag) }
    }
    return document.bytes
  }

  /// The value of the forced payload; `nil` if no payload is forced.
  private var payload: VariableValue? {
    feature.override?.convertedValue(of: "payload", of: feature)
  }

  /// The state that the override forces; `nil` if the strategies of the flag decide.
  private var isOn: Bool? { feature.forcedUnleashState }
}

// MARK: Every user

extension UnleashEditor {
  private func edit(_ flag: inout JSONTree) {
    if isOn == false { return flag["enabled"] = false }
    if isOn == true {
      flag["enabled"] = true
      flag["dependencies"]? = []
    }
    if feature.type.isTest, let forced = feature.forcedVariation, forced != "disabled",
      let variant = variant(forced, of: flag)
    {
      flag["strategies"] = [rollout()]
      return flag["variants"] = [fixed(variant)]
    }
    let original = flag
    setPayloads(of: &flag)
    if isOn == true { return flag["strategies"] = [] }
    var keys = evaluator.rules(of: feature).map(\.key)[...]
    flag["strategies"]?.update { _, strategy in
      let forced = keys.popFirst().flatMap { feature.override?.rules[$0] }
      if let variant = forced.flatMap({ variant($0, of: original) }) {
        strategy["variants"] = [fixed(variant)]
      } else {
        setPayloads(of: &strategy)
      }
    }
  }

  /// Returns a strategy for 100 % of the users who meet the given constraints.
  ///
  /// - Parameters:
  ///   - constraints: The constraints; if the list is empty, the strategy holds for every user.
  ///   - variants: The variants of the strategy; if the list is empty, those of the flag apply.
  /// - Returns: The strategy as JSON.
  private func rollout(constraints: [JSONTree] = [], variants: [JSONTree] = []) -> JSONTree {
    let group = JSONTree.string(feature.name.rawValue)
    return [
      "name": "flexibleRollout",
      "parameters": ["rollout": "100", "stickiness": "default", "groupId": group],
      "constraints": JSONTree(elements: constraints), "variants": JSONTree(elements: variants),
    ]
  }
}

// MARK: One user

extension UnleashEditor {
  /// Forces the result of a flag for one user with a strategy that is inserted before all others.
  ///
  /// A dependency affects all users. Dependencies and strategies that cannot be compiled are therefore
  /// removed only if the flag is off for all other users anyway.
  private func edit(_ flag: inout JSONTree, for user: String) {
    let isEnabled = flag["enabled"]?.text == "true"
    if isOn == false {
      if isEnabled { Self.exclude(user, from: &flag) }
      return
    }
    let forced = userVariation(of: flag)
    let variant = forced.flatMap { self.variant($0, of: flag) }
    guard isOn == true || variant != nil else { return }
    let strategy = rollout(
      constraints: [Self.constraint("IN", user)],
      variants: variant.map { [fixed($0)] } ?? []
    )
    if !isEnabled || evaluator.document.reasonForOff(feature.name) != nil {
      if !isEnabled { flag["enabled"] = true }
      flag["dependencies"]? = []
      flag["strategies"] = [strategy]
    } else if !flag.elements(of: "strategies").isEmpty {
      flag["strategies"]?.insert(strategy, at: 0)
    } else if variant != nil {
      flag["strategies"] = [strategy, ["name": "default"]]
    }
    // Adds an override to the variant of the flag as well, for SDKs that ignore the variants of
    // strategies.
    if let own = flag.elements(of: "variants").firstIndex(where: { Self.isNamed($0, forced) }) {
      let override: JSONTree = ["contextName": "userId", "values": [.string(user)]]
      flag["variants"]?[.index(own)]?.append(override, to: "overrides")
    }
  }

  /// The variation to force for the user; `nil` if the variants of the flag decide.
  ///
  /// If a variant of a strategy or a payload is forced, this is the variation that evaluation yields for
  /// the user.
  private func userVariation(of flag: JSONTree) -> TestVariation? {
    guard feature.type.isTest, let override = feature.override else { return nil }
    if let forced = feature.forcedVariation { return forced }
    guard !override.rules.isEmpty || payload != nil else { return nil }
    let state = feature.state(in: .release)
    return state.isEnabled ? state.variation : nil
  }

  /// Turns a flag off for one user with an additional constraint.
  private static func exclude(_ user: String, from flag: inout JSONTree) {
    let constraint = constraint("NOT_IN", user)
    if flag.elements(of: "strategies").isEmpty {
      flag["strategies"] = [["name": "default", "constraints": [constraint]]]
    } else {
      flag["strategies"]?.update { $1.append(constraint, to: "constraints") }
    }
  }

  private static func constraint(_ name: String, _ user: String) -> JSONTree {
    [
      "contextName": "userId", "operator": .string(name), "values": [.string(user)],
      "inverted": false,
    ]
  }
}

// MARK: Variants

extension UnleashEditor {
  /// Returns the first variant of a flag or its strategies with the given name; `nil` if there is none.
  private func variant(_ name: TestVariation, of flag: JSONTree) -> JSONTree? {
    let owners = [flag] + flag.elements(of: "strategies")
    return owners.lazy.flatMap { $0.elements(of: "variants") }.first { Self.isNamed($0, name) }
  }

  private static func isNamed(_ variant: JSONTree, _ name: TestVariation?) -> Bool {
    variant["name"]?.string.map { TestVariation(name: $0) == name } ?? false
  }

  /// Returns a copy of a variant with which it applies to every user, and with the forced payload.
  private func fixed(_ variant: JSONTree) -> JSONTree {
    var variant = variant
    variant["weight"] = 1000
    variant["overrides"]? = []
    setPayload(of: &variant)
    return variant
  }

  /// Sets the forced payload in each variant of a flag or a strategy.
  private func setPayloads(of owner: inout JSONTree) {
    owner["variants"]?.update { setPayload(of: &$1) }
  }

  /// Sets the value of the payload to the forced one; a declared type is unchanged.
  private func setPayload(of variant: inout JSONTree) {
    guard let payload else { return }
    let text = JSONTree.string(payload.description)
    if variant["payload"]?.isObject == true {
      variant["payload"]?["value"] = text
      return
    }
    let type: JSONTree =
      switch payload.type {
      case .boolean, .string: "string"
      case .integer, .double: "number"
      case .json: "json"
      }
    variant["payload"] = ["type": type, "value": text]
  }
}
