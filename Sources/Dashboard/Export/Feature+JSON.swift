package import Documents
package import FeatureFlags

extension Feature {
  /// Encodes the feature for `--json`; the keys and their meaning are stable, for scripts.
  ///
  /// For an override whose feature is not in the source, the properties of the source are null.
  package func json(origin: Origin) -> JSONValue {
    let state = state(in: .development)
    return .object([
      ("name", .string(name.rawValue)),
      ("section", .text(section)),
      ("description", .text(detailText)),
      ("type", isRemoved ? .null : .string(type.token)),
      ("enabled", isRemoved ? .null : .bool(state.isEnabled)),
      ("unlocked", .flag(state.isUnlocked)),
      ("development", .bool(isDevelopment)),
      ("variation", type.isTest ? .text(state.variation?.rawValue) : .null),
      ("assignment", type.isTest ? .optionalNumber(assignment) : .null),
      ("variations", type.isTest ? .list(variationsJSON) : .list([])),
      ("variables", .object(state.variables.map { ($0.name, $0.value.json) })),
      ("overridden", .bool(override != nil)),
      ("override", override.map { .object($0.members) } ?? .null),
      ("configured", isRemoved ? .null : configured.stateJSON),
      ("origin", isRemoved ? .null : .string(origin.rawValue)),
    ])
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
      ("enabled", .bool(state.isEnabled)),
      ("variation", type.isTest ? .text(state.variation?.rawValue) : .null),
      ("unlocked", .flag(state.isUnlocked)),
    ])
  }
}
