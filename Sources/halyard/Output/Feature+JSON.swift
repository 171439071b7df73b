import FeatureFlags
import FoundationEssentials

extension Feature {
  /// The feature as `--json` writes it; scripts depend on the keys and their meaning.
  func json(origin: Origin) -> JSONValue {
    let state = state(in: .development)
    return .object([
      ("name", .string(name.rawValue)),
      ("section", .text(section)),
      ("description", .text(detailText)),
      ("type", .string(type.token)),
      ("enabled", .bool(state.isEnabled)),
      ("unlocked", .flag(state.isUnlocked)),
      ("development", .bool(isDevelopment)),
      ("variation", type.isTest ? .text(state.variation?.rawValue) : .null),
      ("assignment", type.isTest ? .optionalNumber(assignment) : .null),
      ("variations", type.isTest ? .list(variationsJSON) : .list([])),
      ("variables", .object(state.variables.map { ($0.name, $0.value.json) })),
      ("overridden", .bool(override != nil)),
      ("override", override.map(\.json) ?? .null),
      ("configured", configured.stateJSON),
      ("origin", .string(origin.rawValue)),
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

extension Override {
  fileprivate var json: JSONValue {
    var members: [(key: String, value: JSONValue)] = []
    if let enabled { members.append(("enabled", .bool(enabled))) }
    if let variation { members.append(("variation", .string(variation.rawValue))) }
    if let unlocked { members.append(("unlocked", .bool(unlocked))) }
    if !variables.isEmpty {
      let sorted = variables.sorted { $0.key < $1.key }
      members.append(("variables", .object(sorted.map { ($0.key, $0.value.json) })))
    }
    if !rules.isEmpty {
      let sorted = rules.sorted { $0.key < $1.key }
      members.append(("rules", .object(sorted.map { ($0.key, .string($0.value.rawValue)) })))
    }
    switch lifetime {
    case .kept: members.append(("lifetime", .string("kept")))
    case .session: members.append(("lifetime", .string("session")))
    case .until(let end): members.append(("until", .string(end.formatted(.iso8601))))
    }
    return .object(members)
  }
}
