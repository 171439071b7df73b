import Documents
import FeatureFlags

extension UnleashEditor {
  /// Forces the result of a flag for one user by a strategy in front of all others.
  ///
  /// A dependency of a flag is one of all users: it is removed only if the flag is off for all other users
  /// anyway, as are strategies that no engine can compile.
  mutating func edit(_ flag: FlagText, named name: String, for user: String) {
    let isEnabled = flag.value("enabled").map(text.text) == "true"
    let isOnForOthers = isEnabled && document.reasonForOff(flag.feature.name) == nil
    let strategies = text.elements(of: flag.value("strategies"))
    let variant = userVariant(of: flag)
    if flag.isOn == false {
      if isEnabled { exclude(user, from: strategies, of: flag) }
      return
    }
    guard flag.isOn == true || variant != nil else { return }
    let strategy = Self.rollout(
      in: name,
      constraints: Self.constraint("IN", user),
      variants: variant.map { fixed($0, of: flag) } ?? ""
    )
    if !isOnForOthers {
      if !isEnabled { set("enabled", to: "true", of: flag) }
      if flag.value("dependencies") != nil { set("dependencies", to: "[]", of: flag) }
      set("strategies", to: "[\(strategy)]", of: flag)
    } else if let first = strategies.first {
      edits.replace(first.lowerBound..<first.lowerBound, with: strategy + ",")
    } else if variant != nil {
      set("strategies", to: "[\(strategy),{\"name\":\"default\"}]", of: flag)
    }
    if let variant { allow(user, variant, of: flag) }
  }

  /// The variant that the user gets; `nil` for those of the flag.
  ///
  /// A variant that is forced for a strategy, and a forced payload, apply to the variant that the strategies
  /// select for the user.
  private func userVariant(of flag: FlagText) -> Range<Int>? {
    guard flag.feature.type.isTest, let override = flag.feature.override else { return nil }
    if let forced = flag.feature.forcedVariation { return variant(forced, of: flag) }
    guard !override.rules.isEmpty || flag.payload != nil else { return nil }
    let state = flag.feature.state(in: .release)
    return state.isEnabled ? state.variation.flatMap { variant($0, of: flag) } : nil
  }

  /// Turns a flag off for a user.
  private mutating func exclude(
    _ user: String,
    from strategies: [Range<Int>],
    of flag: FlagText
  ) {
    let constraint = Self.constraint("NOT_IN", user)
    if strategies.isEmpty {
      let strategy = "{\"name\":\"default\",\"constraints\":[\(constraint)]}"
      return set("strategies", to: "[\(strategy)]", of: flag)
    }
    for strategy in strategies { append(constraint, to: "constraints", of: strategy) }
  }

  /// Adds the user to the overrides of a variant of the flag, for SDKs that ignore the variants of
  /// strategies.
  private mutating func allow(_ user: String, _ variant: Range<Int>, of flag: FlagText) {
    guard text.elements(of: flag.value("variants")).contains(variant) else { return }
    let override = JSONValue.object([
      ("contextName", .string("userId")), ("values", .list([.string(user)])),
    ])
    append(override.text(), to: "overrides", of: variant)
  }

  /// Appends an element to a list of an object; creates a missing list.
  private mutating func append(_ element: String, to key: String, of object: Range<Int>) {
    let members = text.members(of: object)
    if let list = members.last(where: { $0.key == key })?.value,
      text.bytes[list.lowerBound] == UInt8(ascii: "[")
    {
      edits.append([element], to: list, of: text)
    } else {
      edits.set(key, to: "[\(element)]", in: object, members: members)
    }
  }

  private static func constraint(_ name: String, _ user: String) -> String {
    JSONValue.object([
      ("contextName", .string("userId")), ("operator", .string(name)),
      ("values", .list([.string(user)])), ("inverted", .bool(false)),
    ]).text()
  }
}
