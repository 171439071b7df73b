import Documents

extension DatafileEditor {
  /// A variation with its range of bytes in the document.
  struct Variation {
    let model: Datafile.Variation
    let range: Range<Int>
  }

  /// Returns the variations of a rule, without those that SDKs add to feature rollouts.
  func variations(of rule: DatafileIndex.Rule) -> [Variation] {
    variations(rule.model.variations, in: rule.range)
  }

  private func variations(
    _ models: [Datafile.Variation],
    in owner: Range<Int>
  ) -> [Variation] {
    zip(models, text.elements(of: text.value("variations", of: owner))).map(Variation.init)
  }

  /// Returns the variation that a forced decision with the key selects, as SDKs do: of several
  /// variations with the same id only the first one can be forced.
  func variation(forcedTo key: String, of flag: Datafile.Flag) -> Variation? {
    var seen: Set<String> = []
    for rule in index.rules(of: flag) {
      for variation in variations(of: rule) where seen.insert(variation.model.id).inserted {
        if variation.model.key == key { return variation }
      }
    }
    return nil
  }

  /// Returns the variation of a decision: of a rule of the flag, or of a holdout.
  func variation(of decision: FlagDecision, _ flag: Datafile.Flag) -> Variation? {
    guard let key = decision.variation, let id = decision.variationID else { return nil }
    guard decision.source != .holdout else {
      return index.holdouts.filter { $0.model.id == decision.ruleID }.lazy
        .flatMap { variations($0.model.variations, in: $0.range) }
        .first { $0.model.id == id }
    }
    let rules = index.rules(of: flag)
    let own = rules.filter { $0.model.id == decision.ruleID } + rules
    return own.lazy.flatMap { variations(of: $0) }.first {
      $0.model.id == id && $0.model.key == key
    }
  }

  /// Returns the text of a copy of a variation.
  ///
  /// - Parameters:
  ///   - variation: The variation; `nil` for a variation without values.
  ///   - id: The id of the copy. A copy needs an id of its own, because SDKs look up the values of
  ///     variables by the id of the variation.
  ///   - isOn: The state of the copy; `nil` for the state of the variation.
  ///   - variables: Texts of variables that the copy sets, by variable id.
  /// - Returns: The JSON of the copy.
  func copy(
    of variation: Variation?,
    id: String,
    isOn: Bool?,
    variables: [String: String] = [:]
  ) -> String {
    guard let variation else { return new(id: id, isOn: isOn ?? false, variables: variables) }
    let copy = JSONText(base.rendered(variation.range, of: text.bytes))
    var edits = JSONEdits()
    let members = copy.members(of: copy.root)
    edits.set("id", to: JSONValue.string(id).text(), in: copy.root, members: members)
    let model = variation.model
    let isChanged = isOn.map { $0 != model.isEnabled } ?? false
    if isChanged {
      edits.set("featureEnabled", to: "\(!model.isEnabled)", in: copy.root, members: members)
    }
    let isTurnedOn = isChanged && !model.isEnabled
    if isTurnedOn || !variables.isEmpty {
      // As in the evaluator, a variation that an override turns on has the default values of the variables.
      let own = isTurnedOn ? [] : model.variables.map { ($0.id, $0.value) }
      let values = Dictionary(own) { first, _ in first }.merging(variables) { $1 }
      let text = Self.settings(values).text()
      edits.set("variables", to: text, in: copy.root, members: members)
    }
    return edits.text(of: copy)
  }

  /// Returns the text of a new variation, for users for whom no rule selects a variation.
  func new(id: String, key: String? = nil, isOn: Bool, variables: [String: String] = [:]) -> String
  {
    JSONValue.object([
      ("id", .string(id)),
      ("key", .string(key ?? (isOn ? "on" : "off"))),
      ("featureEnabled", .bool(isOn)),
      ("variables", Self.settings(variables)),
    ]).text()
  }

  private static func settings(_ values: [String: String]) -> JSONValue {
    .list(
      values.sorted { $0.key < $1.key }.map {
        .object([("id", .string($0.key)), ("value", .string($0.value))])
      }
    )
  }
}
