package import Documents
package import FeatureFlags

extension Feature {
  /// Encodes the feature for `--json`; the keys and their meanings are stable, because scripts rely on
  /// them.
  ///
  /// For an override whose feature is not in the source, the properties of the source are null.
  package func json(origin: Origin) -> JSONValue {
    let state = state(in: .development)
    let members: [(key: String, value: JSONValue)] = [
      ("name", .string(name.rawValue)),
      ("section", .text(section)),
      ("description", .text(detailText)),
      ("type", isRemoved ? .null : .string(type.token)),
      ("enabled", isRemoved || isUndecided ? .null : .bool(state.isEnabled)),
      ("unlocked", .flag(state.isUnlocked)),
      ("development", .bool(isDevelopment)),
      ("variation", type.isTest ? .text(state.variation?.rawValue) : .null),
      ("assignment", type.isTest ? .optionalNumber(assignment) : .null),
      ("variations", type.isTest ? .list(variationsJSON) : .list([])),
      ("variables", .object(variablesWithNull(in: state).map { ($0.name, $0.value.json) })),
    ]
    let source: [(key: String, value: JSONValue)] = [
      ("overridden", .bool(override != nil)),
      ("override", override.map { .object($0.members) } ?? .null),
      ("scope", overrideScope.json ?? .null),
      ("configured", isRemoved ? .null : configured.stateJSON),
      ("origin", isRemoved ? .null : .string(origin.rawValue)),
    ]
    return .object(members + resultMembers + source)
  }

  /// Whether only the app or a random number decides if the feature is on.
  private var isUndecided: Bool { openText != nil && !state(in: .development).isEnabled }

  /// The members of the decision about the feature in the output of `decide --json`.
  package var decisionMembers: [(key: String, value: JSONValue)] {
    let evaluation = evaluation(in: .development)
    let hasVariation = type.isTest || definition.result == .state
    return [
      ("flag", .string(name.rawValue)),
      ("enabled", isUndecided ? .null : .bool(evaluation.isEnabled)),
      ("variation", hasVariation ? .text(evaluation.variation?.rawValue) : .null),
      ("rule", .text(evaluation.rule)),
      ("reason", .string(evaluation.reason.rawValue)),
      ("variables", .object(evaluation.variables.map { ($0.name, $0.value.json) })),
    ] + resultMembers
  }

  /// The result, its cause and the metadata of a feature whose format declares them; empty for a feature of
  /// another format.
  ///
  /// `value` is null for the app's own default.
  var resultMembers: [(key: String, value: JSONValue)] {
    guard definition.declaresResult else { return [] }
    let cause = isOverridden ? nil : failure
    var members: [(key: String, value: JSONValue)] = []
    if definition.result != .variation { members.append(("value", value?.json ?? .null)) }
    if let chances { members.append(("random", .string(chances))) }
    if let cause {
      members.append(("errorCode", .string(cause.code.rawValue)))
      members.append(("errorMessage", .string(cause.message)))
    }
    members.append(("metadata", .object(definition.metadata.map { ($0.key, $0.value.json) })))
    return members
  }

  private var variationsJSON: [JSONValue] {
    testVariations.enumerated().map { index, variation in
      .object([
        ("name", .string(variation.rawValue)),
        ("bias", index < testBiases.count ? .number(testBiases[index].rawValue) : .null),
        ("label", .text(index < labels.count ? labels[index] : nil)),
      ])
    }
  }

  private var stateJSON: JSONValue {
    let state = state(in: .development)
    return .object([
      ("enabled", isUndecided ? .null : .bool(state.isEnabled)),
      ("variation", type.isTest ? .text(state.variation?.rawValue) : .null),
      ("unlocked", .flag(state.isUnlocked)),
    ])
  }
}
