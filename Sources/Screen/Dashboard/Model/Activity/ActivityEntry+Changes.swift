package import FeatureFlags
import Text

package import struct FoundationEssentials.Date

extension ActivityEntry {
  /// The number of features that the entry for a change of several features names.
  private static let nameCount = 3
  /// The maximum width of a name or a state in the details of an entry, in cells.
  private static let partWidth = 40

  /// Creates the entry for a change of overrides by the user, which is one act; `nil` without features.
  ///
  /// - Parameters:
  ///   - features: The features in their new states.
  ///   - when: The time of the change.
  package init?(ownChangeOf features: [Feature], when: Moment) {
    guard let first = features.first else { return nil }
    let isReset = features.allSatisfy { !$0.isOverridden }
    guard features.count > 1 else {
      let values = first.override?.variableTexts { $0.shortened(to: Self.partWidth) } ?? []
      self.init(
        when: when,
        kind: .own,
        text: "\(first.name): \(first.stateText)",
        details: isReset ? "override reset" : values.joined(separator: ", "),
        features: [first.name]
      )
      return
    }
    let isSame = features.allSatisfy { $0.stateText == first.stateText }
    let count = Number.count(features.count, "feature")
    self.init(
      when: when,
      kind: .own,
      text: isReset
        ? "\(features.count) overrides reset"
        : count + (isSame ? ": " + first.stateText.shortened(to: Self.partWidth) : " changed"),
      details: isReset || isSame
        ? Self.details(features.lazy.map(\.name.rawValue)) : Self.details(statesOf: features),
      features: features.map(\.name)
    )
  }

  /// Creates the entry for a change of overrides by the user that changes no state, such as a note.
  ///
  /// - Parameters:
  ///   - change: What was changed, without a full stop.
  ///   - names: The names of the features, at least one.
  ///   - when: The time of the change.
  package init(own change: String, of names: [Feature.Name], when: Moment) {
    let isOne = names.count == 1
    self.init(
      when: when,
      kind: .own,
      text: (isOne ? "\(names[0])" : "\(names.count) features") + ": " + change,
      details: isOne ? "" : Self.details(names.lazy.map(\.rawValue)),
      features: names
    )
  }

  /// The change of a note as text; an empty note was removed.
  package static func text(ofNote note: String) -> String {
    note.isEmpty ? "note removed" : "note " + note
  }

  /// The change of a lifetime as text, such as `override applies until 17:30`.
  package static func text(
    ofLifetime lifetime: Override.Lifetime,
    _ clock: WallClock,
    now: Date
  ) -> String {
    "override applies " + lifetime.text(clock, now: now)
  }

  /// The first features with their states, and the number of the others.
  static func details(statesOf features: [Feature]) -> String {
    details(features.lazy.map { "\($0.name.rawValue.shortened(to: partWidth)): \($0.stateText)" })
  }

  /// The first texts, and the number of the others.
  private static func details(_ texts: some Collection<String>) -> String {
    let shown = texts.prefix(nameCount).map { $0.shortened(to: 2 * partWidth) }
    let rest = texts.count - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
