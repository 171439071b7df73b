import Documents
package import FeatureFlags
package import FlagSystem

/// Edits the client features of Unleash so that SDKs apply overrides.
///
/// Overrides for single users are strategies with a constraint. All bytes outside of the overridden flags are
/// unchanged.
package struct UnleashEditor {
  private let feature: Feature
  /// The flag without overrides.
  private let original: JSONTree
  private let evaluator: UnleashEvaluator

  /// Returns a document with overrides applied.
  ///
  /// - Parameters:
  ///   - bytes: A valid document of client features.
  ///   - features: The overridden features by name, in ascending precedence; features without a flag in the
  ///     document are ignored.
  ///   - evaluator: The evaluator of the same document, which provides the keys of the strategies.
  /// - Returns: The edited document; unchanged if no override has an effect.
  package static func edited(
    _ bytes: [UInt8],
    for features: [Feature.Name: [ScopedFeature]],
    evaluator: UnleashEvaluator
  ) -> [UInt8] {
    guard !features.isEmpty else { return bytes }
    var document = JSONTree(bytes)
    document["features"]?.update { _, flag in
      guard let name = flag["name"]?.string,
        let scoped = features[Feature.Name(rawValue: name)]
      else { return }
      let original = flag
      var isOff = evaluator.document.reasonForOff(Feature.Name(rawValue: name)) != nil
      for part in scoped {
        let editor = UnleashEditor(feature: part.feature, original: original, evaluator: evaluator)
        if let constraint = part.scope.constraint {
          editor.edit(&flag, for: constraint, isOff: &isOff)
        } else {
          editor.edit(&flag)
          if editor.isOn == true { isOff = false }
        }
      }
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

// MARK: Single users

extension UnleashEditor {
  /// Forces the result of a flag for the users who meet a constraint, with a strategy that is inserted before
  /// all others.
  ///
  /// A dependency affects all users. Dependencies and strategies that cannot be compiled are therefore
  /// removed only if the flag is off for all other users anyway.
  ///
  /// - Parameters:
  ///   - flag: The flag.
  ///   - constraint: The names of the field and the value of the users.
  ///   - isOff: Whether the flag is off for everyone although it is enabled; `false` after the flag is forced
  ///     on.
  private func edit(_ flag: inout JSONTree, for constraint: UserConstraint, isOff: inout Bool) {
    let isEnabled = flag["enabled"]?.text == "true"
    if isOn == false {
      if isEnabled { constraint.exclude(from: &flag) }
      return
    }
    let forced = userVariation
    let variant = forced.flatMap { self.variant($0, of: original) }
    guard isOn == true || variant != nil else { return }
    let strategy = rollout(
      constraints: [constraint.tree("IN")],
      variants: variant.map { [fixed($0)] } ?? []
    )
    if !isEnabled || isOff {
      if !isEnabled { flag["enabled"] = true }
      flag["dependencies"]? = []
      flag["strategies"] = [strategy]
      isOff = false
    } else if !flag.elements(of: "strategies").isEmpty {
      flag["strategies"]?.insert(strategy, at: 0)
    } else if variant != nil {
      flag["strategies"] = [strategy, ["name": "default"]]
    }
    // Adds an override to the variant of the flag as well, for SDKs that ignore the variants of
    // strategies.
    if let own = flag.elements(of: "variants").firstIndex(where: { Self.isNamed($0, forced) }) {
      let override: JSONTree = [
        "contextName": .string(constraint.field), "values": [.string(constraint.value)],
      ]
      flag["variants"]?[.index(own)]?.append(override, to: "overrides")
    }
  }

  /// The variation to force for the users of the scope; `nil` if the variants of the flag decide.
  ///
  /// If a variant of a strategy or a payload is forced, this is the variation that evaluation yields for
  /// a user of the scope.
  private var userVariation: TestVariation? {
    guard feature.type.isTest, let override = feature.override else { return nil }
    if let forced = feature.forcedVariation { return forced }
    guard !override.rules.isEmpty || payload != nil else { return nil }
    let state = feature.state(in: .release)
    return state.isEnabled ? state.variation : nil
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

/// The field of an SDK's context, and its value for the users of one override.
private struct UserConstraint {
  let field: String
  let value: String

  /// Turns a flag off for the users with an additional constraint.
  func exclude(from flag: inout JSONTree) {
    let constraint = tree("NOT_IN")
    if flag.elements(of: "strategies").isEmpty {
      flag["strategies"] = [["name": "default", "constraints": [constraint]]]
    } else {
      flag["strategies"]?.update { $1.append(constraint, to: "constraints") }
    }
  }

  func tree(_ name: String) -> JSONTree {
    [
      "contextName": .string(field), "operator": .string(name), "values": [.string(value)],
      "inverted": false,
    ]
  }
}

extension OverrideScope {
  /// The constraint that only the users of the scope meet; `nil` for everyone.
  ///
  /// The fields of a context are texts in Unleash.
  fileprivate var constraint: UserConstraint? {
    switch self {
    case .everyone: nil
    case .key(let key, _): UserConstraint(field: "userId", value: key)
    case .attribute(let name, let value): UserConstraint(field: name, value: value.unquoted)
    }
  }
}
