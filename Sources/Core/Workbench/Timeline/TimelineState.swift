package import Documents
package import FeatureFlags

/// The state of a feature at one time, in a timeline.
package struct TimelineState: Hashable, Sendable {
  /// Whether the feature is on.
  package let isOn: Bool
  /// The name of the variation of a test; `nil` for other features, and for a test without a variation.
  package let variation: String?
  /// The label of the state, such as `Enabled` or `Group B`.
  package let text: String

  /// The state of a feature that is not in the source.
  package static let absent = TimelineState(isOn: false, variation: nil, text: "Not in the source")

  /// The maximum length of the label in characters; a longer label is shortened.
  private static let textLimit = 80

  package init(isOn: Bool, variation: String? = nil, text: String) {
    self.isOn = isOn
    self.variation = variation
    self.text = text
  }

  /// Creates the state of a feature for its user, without the override.
  package init(configurationOf feature: Feature) {
    let feature = feature.configured
    let state = feature.state(in: .development)
    isOn = state.isEnabled
    variation = feature.hasNamedVariations ? state.variation?.rawValue : nil
    text = feature.stateText.abridged(to: Self.textLimit)
  }

  /// Returns the state after an override is applied.
  ///
  /// As far as possible, the result is derived from the override alone, because the definition of the
  /// feature at a time in the past is unknown.
  ///
  /// - Parameters:
  ///   - source: The state in the source; `nil` if it is unknown.
  ///   - override: The override; `nil` for none.
  /// - Returns: The state; `nil` if it is unknown.
  package static func state(_ source: TimelineState?, overriddenBy override: Override?)
    -> TimelineState?
  {
    guard let override, !override.isEmpty, source != .absent else { return source }
    let forced = override.variation.flatMap {
      $0 == .enabled || $0 == .disabled ? nil : $0.rawValue
    }
    let implied = override.variation.map { $0 != .disabled }
    guard let isOn = override.enabled ?? implied ?? source?.isOn else { return nil }
    return TimelineState(
      isOn: isOn,
      variation: isOn ? forced ?? source?.variation : nil,
      text: override.text { $0.abridged(to: textLimit / 2) }.abridged(to: textLimit)
    )
  }
}

extension Feature {
  /// Whether the variations of the feature have names other than on and off.
  fileprivate var hasNamedVariations: Bool {
    type.isTest && type != .featureTest(.featureFlagAB)
  }
}

extension String {
  /// Returns the text with at most the given number of characters; a shortened text ends with `…`.
  fileprivate func abridged(to limit: Int) -> String {
    count > limit ? prefix(limit - 1) + "…" : self
  }
}

// MARK: JSON

extension TimelineState {
  /// The state as a JSON object.
  package var json: JSONValue {
    var members: [(key: String, value: JSONValue)] = [("on", .bool(isOn))]
    if let variation { members.append(("variation", .string(variation))) }
    return .object(members + [("text", .string(text))])
  }

  init(_ node: Node) throws(DocumentError) {
    let fields = try FieldReader(node)
    isOn = try fields.flag("on")
    variation = try fields.optionalText("variation")
    text = try fields.text("text")
  }
}
