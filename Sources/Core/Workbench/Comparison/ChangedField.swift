import Documents
import FeatureFlags

/// A property of a feature that differs between two configurations, with both values as text.
package struct ChangedField: Hashable, Sendable {
  /// The property that differs.
  package let field: Field
  /// The value in the first configuration; `nil` if the property has no value there.
  package let old: String?
  /// The value in the second configuration; `nil` if the property has no value there.
  package let new: String?
  /// The entries of the value in the first configuration; `nil` unless the property is a list.
  package private(set) var oldEntries: [String]?
  /// The entries of the value in the second configuration; `nil` unless the property is a list.
  package private(set) var newEntries: [String]?

  /// A property of a feature that a configuration defines.
  package enum Field: Hashable, Sendable {
    case type, section, description, enabled, development, unlocked, variations, biases, labels
    /// A variable: its default value if `variation` is `nil`, otherwise the value that the variation
    /// sets.
    case variable(String, variation: String?)
    /// The rules of a flag service that can select a variation.
    case rules
    /// The metadata of the feature in the document, such as its owner.
    case metadata
    /// The assignment in the document, or the variation that a flag service selects for the user.
    case allocation
  }

  /// Creates a change; returns `nil` if the values are equal.
  init?(_ field: Field, _ old: String?, _ new: String?) {
    guard old != new else { return nil }
    self.field = field
    self.old = old
    self.new = new
  }

  /// Creates a change of a list of names, which are quoted in the text; returns `nil` if the lists are
  /// equal.
  init?(_ field: Field, entries old: [String], _ new: [String]) {
    guard old != new else { return nil }
    self.field = field
    let texts = [old, new].map { entries in
      entries.isEmpty ? nil : entries.map { "\"\($0)\"" }.joined(separator: ", ")
    }
    (self.old, self.new) = (texts[0], texts[1])
    (oldEntries, newEntries) = (old, new)
  }
}

extension ChangedField {
  /// The maximum length of a text that is not shortened.
  private static let excerptLimit = 160

  /// Creates a change of texts that can be long; returns `nil` if the texts are equal.
  ///
  /// Long texts are shortened to an excerpt that begins shortly before the first difference.
  init?(excerptsOf field: Field, _ old: String?, _ new: String?) {
    guard let old, let new, max(old.utf8.count, new.utf8.count) > Self.excerptLimit else {
      self.init(field, old, new)
      return
    }
    guard old != new else { return nil }
    let common = zip(old, new).prefix { $0 == $1 }.count
    let start = max(common - Self.excerptLimit / 4, 0)
    self.init(field, Self.excerpt(of: old, from: start), Self.excerpt(of: new, from: start))
  }

  private static func excerpt(of text: String, from start: Int) -> String {
    let rest = text.dropFirst(start)
    let part = rest.prefix(excerptLimit)
    return (start > 0 ? "…" : "") + part + (part.endIndex < rest.endIndex ? "…" : "")
  }
}

extension ChangedField.Field {
  /// The name of the property in JSON output, such as `biases`.
  package var token: String {
    switch self {
    case .type: "type"
    case .section: "section"
    case .description: "description"
    case .enabled: "enabled"
    case .development: "development"
    case .unlocked: "unlocked"
    case .variations: "variations"
    case .biases: "biases"
    case .labels: "labels"
    case .variable: "variable"
    case .rules: "rules"
    case .metadata: "metadata"
    case .allocation: "allocation"
    }
  }

  /// The name of the property for display, such as `variable steps of Group B`.
  package var title: String {
    guard case .variable(let name, let variation) = self else { return token }
    return "variable \(name)" + (variation.map { " of \($0)" } ?? "")
  }
}

extension ChangedField {
  /// Returns the properties that differ between two definitions of one feature.
  static func changes(from before: Feature, to after: Feature) -> [ChangedField] {
    let (old, new) = (before.definition, after.definition)
    var changes = [
      ChangedField(.type, old.type.token, new.type.token),
      ChangedField(.section, old.section, new.section),
      ChangedField(.description, old.detailText, new.detailText),
      ChangedField(.enabled, "\(old.enabled)", "\(new.enabled)"),
      ChangedField(.development, "\(old.isDevelopment)", "\(new.isDevelopment)"),
      ChangedField(.unlocked, old.unlocked.map { "\($0)" }, new.unlocked.map { "\($0)" }),
      ChangedField(.variations, entries: old.variationTexts, new.variationTexts),
      ChangedField(.biases, old.biasesText, new.biasesText),
      ChangedField(.labels, old.labelsText, new.labelsText),
    ].compactMap(\.self)
    changes += variableChanges(from: old, to: new)
    if let change = ChangedField(.metadata, old.metadataText, new.metadataText) {
      changes.append(change)
    }
    if let change = ChangedField(.allocation, before.allocationText, after.allocationText) {
      changes.append(change)
    }
    return changes
  }

  private static func variableChanges(
    from old: FlagDefinition,
    to new: FlagDefinition
  ) -> [ChangedField] {
    let (old, new) = (old.variableTexts, new.variableTexts)
    guard old.texts != new.texts else { return [] }
    let fields = new.order + old.order.filter { new.texts[$0] == nil }
    return fields.compactMap { ChangedField($0, old.texts[$0], new.texts[$0]) }
  }
}

extension FlagDefinition {
  /// The names of the variations, with the suffix `(off)` for variations that disable the feature of a
  /// flag service.
  fileprivate var variationTexts: [String] {
    testVariations.enumerated().map { index, variation in
      let isOff = outcomes.indices.contains(index) && !outcomes[index].isOn
      return variation.rawValue + (isOff && type.isTest ? " (off)" : "")
    }
  }

  /// The biases of the variations with up to four decimals, such as `10/90`.
  fileprivate var biasesText: String? {
    guard type.isTest, !testBiases.isEmpty else { return nil }
    let biases = testBiases.map { ($0.rawValue * 1e4).rounded() / 1e4 }
    return biases.map { JSONValue.number($0).text() }.joined(separator: "/")
  }

  fileprivate var metadataText: String? {
    guard !metadata.isEmpty else { return nil }
    return metadata.map { "\($0.key) = \($0.value.unquoted)" }.joined(separator: ", ")
  }

  fileprivate var labelsText: String? {
    guard labels.contains(where: { $0 != nil }) else { return nil }
    return labels.map { $0 ?? "–" }.joined(separator: ", ")
  }

  /// The values of all variables as text by field, and the fields in the order of declaration.
  fileprivate var variableTexts: (order: [ChangedField.Field], texts: [ChangedField.Field: String])
  {
    var order: [ChangedField.Field] = []
    var texts: [ChangedField.Field: String] = [:]
    func add(_ variables: [Variable], variation: String?) {
      for variable in variables {
        let field = ChangedField.Field.variable(variable.name, variation: variation)
        // Skips the second of two variables with the same name: the first one applies.
        guard texts[field] == nil else { continue }
        order.append(field)
        texts[field] = variable.value.text
      }
    }
    add(variables, variation: nil)
    for (variation, values) in zip(testVariations, variationVariables) {
      add(values, variation: variation.rawValue)
    }
    return (order, texts)
  }
}

extension Feature {
  /// The assignment in the document, or the variation that a flag service selects for the user.
  fileprivate var allocationText: String? {
    guard isEvaluatedByService else {
      return definition.assignment.map { JSONValue.number($0).text() }
    }
    guard let outcome else { return nil }
    return outcome.variation.rawValue + (outcome.isOn || !type.isTest ? "" : " (off)")
  }
}
