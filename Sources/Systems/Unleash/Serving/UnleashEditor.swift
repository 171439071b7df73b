import Documents
package import FeatureFlags

/// Edits the client features of Unleash, so that SDKs obey the overrides of flags.
///
/// The overrides apply to every user, or to one user by strategies with a constraint on the user's id. All
/// bytes outside of the overridden flags stay as they are.
package struct UnleashEditor {
  let text: JSONText
  let evaluator: UnleashEvaluator
  var edits = JSONEdits()

  /// Returns a document in which flags with overrides have the forced results.
  ///
  /// - Parameters:
  ///   - bytes: A valid document of client features.
  ///   - features: The features, evaluated for `user`; those without an override, and those that the
  ///     document does not have, are ignored.
  ///   - evaluator: The evaluator of the document, which knows the keys of the strategies.
  ///   - user: The id of the only user to whom the overrides apply; `nil` for every user.
  /// - Returns: The edited document; the same bytes if no override has an effect.
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
    var editor = UnleashEditor(text: JSONText(bytes), evaluator: evaluator)
    editor.edit(overridden, for: user)
    guard !editor.edits.isEmpty else { return bytes }
    editor.edits.sort()
    return editor.edits.rendered(0..<bytes.count, of: bytes)
  }

  private init(text: JSONText, evaluator: UnleashEvaluator) {
    (self.text, self.evaluator) = (text, evaluator)
  }

  /// The document without the overrides.
  var document: UnleashDocument { evaluator.document }

  private mutating func edit(_ features: [String: Feature], for user: String?) {
    for range in text.elements(of: text.value("features", of: text.root)) {
      let members = text.members(of: range)
      guard let name = members.last(where: { $0.key == "name" }).flatMap({ text.string($0.value) }),
        let feature = features[name]
      else { continue }
      let flag = FlagText(range: range, members: members, feature: feature)
      if let user { edit(flag, named: name, for: user) } else { edit(flag, named: name) }
    }
  }

  /// A flag of the document with its override.
  struct FlagText {
    let range: Range<Int>
    let members: [JSONText.Member]
    let feature: Feature

    func value(_ key: String) -> Range<Int>? { members.last { $0.key == key }?.value }

    /// The text of the forced payload; `nil` for none.
    var payload: VariableValue? {
      feature.override?.variables["payload"].flatMap { value in
        feature.declaredVariables.first { $0.name == "payload" }
          .flatMap { value.converted(to: $0.value.type) }
      }
    }

    /// The forced state of the flag; `nil` if its strategies decide.
    var isOn: Bool? { feature.forcedUnleashState }
  }
}

// MARK: Flags

extension UnleashEditor {
  private mutating func edit(_ flag: FlagText, named name: String) {
    if flag.isOn == false {
      return set("enabled", to: "false", of: flag)
    }
    if flag.isOn == true {
      set("enabled", to: "true", of: flag)
      if flag.value("dependencies") != nil { set("dependencies", to: "[]", of: flag) }
    }
    if flag.feature.type.isTest, let forced = flag.feature.forcedVariation, forced != "disabled",
      let variant = variant(forced, of: flag)
    {
      set("strategies", to: "[\(Self.rollout(in: name))]", of: flag)
      return set("variants", to: "[\(fixed(variant, of: flag))]", of: flag)
    }
    if flag.isOn == true { set("strategies", to: "[]", of: flag) }
    let strategies = flag.isOn == true ? [] : text.elements(of: flag.value("strategies"))
    setPayload(of: flag, in: flag.value("variants"))
    let keys = evaluator.rules(of: flag.feature).map(\.key)
    for (index, strategy) in strategies.enumerated() {
      edit(strategy, index < keys.count ? keys[index] : nil, of: flag)
    }
  }

  mutating func set(_ key: String, to value: String, of flag: FlagText) {
    edits.set(key, to: value, in: flag.range, members: flag.members)
  }

  /// Returns the text of a strategy that holds for each user who meets its constraints.
  ///
  /// - Parameters:
  ///   - group: The text that is hashed with the user's id.
  ///   - constraints: The JSON of the constraints; empty for every user.
  ///   - variants: The JSON of the variants; empty for those of the flag.
  /// - Returns: The JSON of the strategy.
  static func rollout(in group: String, constraints: String = "", variants: String = "") -> String {
    let parameters = JSONValue.object([
      ("rollout", .string("100")), ("stickiness", .string("default")), ("groupId", .string(group)),
    ])
    return "{\"name\":\"flexibleRollout\",\"parameters\":\(parameters.text()),"
      + "\"constraints\":[\(constraints)],\"variants\":[\(variants)]}"
  }

  /// Edits a strategy for which a variant is forced, or whose payloads are forced.
  private mutating func edit(_ strategy: Range<Int>, _ key: String?, of flag: FlagText) {
    let members = text.members(of: strategy)
    let rules = flag.feature.override?.rules ?? [:]
    if let forced = key.flatMap({ rules[$0] }), let variant = variant(forced, of: flag) {
      let list = "[\(fixed(variant, of: flag))]"
      edits.set("variants", to: list, in: strategy, members: members)
    } else {
      setPayload(of: flag, in: members.last { $0.key == "variants" }?.value)
    }
  }
}

// MARK: Variants

extension UnleashEditor {
  /// Returns the first variant of a flag or its strategies with a name.
  func variant(_ name: TestVariation, of flag: FlagText) -> Range<Int>? {
    let strategies = text.elements(of: flag.value("strategies"))
    let lists = [flag.value("variants")] + strategies.map { text.value("variants", of: $0) }
    return lists.lazy.flatMap { text.elements(of: $0) }.first { variant in
      let found = text.value("name", of: variant).flatMap { text.string($0) }
      return found.map { TestVariation(name: $0) == name } ?? false
    }
  }

  /// Returns the text of a variant that every user gets.
  func fixed(_ variant: Range<Int>, of flag: FlagText) -> String {
    let members = text.members(of: variant)
    var edits = JSONEdits()
    edits.set("weight", to: "1000", in: variant, members: members)
    if members.contains(where: { $0.key == "overrides" }) {
      edits.set("overrides", to: "[]", in: variant, members: members)
    }
    if let payload = flag.payload { set(payload, of: variant, members, in: &edits) }
    edits.sort()
    return String(decoding: edits.rendered(variant, of: text.bytes), as: UTF8.self)
  }

  private mutating func setPayload(of flag: FlagText, in variants: Range<Int>?) {
    guard let payload = flag.payload else { return }
    for variant in text.elements(of: variants) {
      set(payload, of: variant, text.members(of: variant), in: &edits)
    }
  }

  /// Sets the text of a payload, whose type stays.
  private func set(
    _ payload: VariableValue,
    of variant: Range<Int>,
    _ members: [JSONText.Member],
    in edits: inout JSONEdits
  ) {
    let value = JSONValue.string(payload.description)
    if let object = members.last(where: { $0.key == "payload" })?.value,
      text.bytes[object.lowerBound] == UInt8(ascii: "{")
    {
      let members = text.members(of: object)
      return edits.set("value", to: value.text(), in: object, members: members)
    }
    let kind =
      switch payload.type {
      case .boolean, .string: "string"
      case .integer, .double: "number"
      case .json: "json"
      }
    let object = JSONValue.object([("type", .string(kind)), ("value", value)])
    edits.set("payload", to: object.text(), in: variant, members: members)
  }
}
