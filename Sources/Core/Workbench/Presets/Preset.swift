package import FeatureFlags

package import struct FoundationEssentials.Date

/// A set of overrides that can be saved under a name, shared, and applied to any workspace.
///
/// A preset can also be read from a bug report of `halyard report`. Such a preset contains the states of
/// all features, and restores the state of a feature even if the user would get another variation in the
/// current workspace.
package struct Preset: Hashable, Sendable {
  /// The name of the preset; `nil` for a file without a name, such as an overrides file.
  package var name: String?
  /// The description by the author; `nil` for none.
  package var description: String?
  /// The name of the source for which the overrides were made, without secrets.
  package var source: String?
  /// The time at which the preset was saved.
  package var created: Date?
  /// The author of the preset, such as `ana@build-7`.
  package var author: String?
  /// The note for those overrides of the preset that have no note of their own; `nil` for none.
  package var note: String?
  package var overrides: [OverrideKey: Override]
  /// The states that the preset restores, by feature name; empty unless the preset was read from a
  /// report.
  package var states: [Feature.Name: State]

  /// The evaluated state of a feature at the time at which a report was written.
  package struct State: Hashable, Sendable {
    /// Whether the feature was on.
    package var isEnabled: Bool
    /// The variation of a test; `nil` for other features, and for a test without a variation.
    package var variation: TestVariation?
    /// Whether an unlock flag was unlocked; `nil` for other features.
    package var isUnlocked: Bool?
    /// The active values of the variables, by variable name.
    package var variables: [String: VariableValue]

    package init(
      isEnabled: Bool,
      variation: TestVariation? = nil,
      isUnlocked: Bool? = nil,
      variables: [String: VariableValue] = [:]
    ) {
      self.isEnabled = isEnabled
      self.variation = variation
      self.isUnlocked = isUnlocked
      self.variables = variables
    }
  }

  package init(
    name: String? = nil,
    description: String? = nil,
    source: String? = nil,
    created: Date? = nil,
    author: String? = nil,
    note: String? = nil,
    overrides: [OverrideKey: Override],
    states: [Feature.Name: State] = [:]
  ) {
    self.name = name
    self.description = description
    self.source = source
    self.created = created
    self.author = author
    self.note = note
    self.overrides = overrides
    self.states = states
  }
}

extension Preset {
  /// Returns the preset with its overrides for everyone applied to the users of a scope instead.
  package func only(_ scope: OverrideScope) -> Preset {
    var preset = self
    preset.states = [:]
    preset.overrides = [:]
    for (key, override) in overrides {
      let isForAll = key.scope == .everyone
      preset.overrides[isForAll ? OverrideKey(key.feature, for: scope) : key] = override
    }
    return preset
  }
}

extension Override {
  /// The override as a preset stores it: a session override becomes an override that applies until it is
  /// reset.
  var outlivingSession: Override {
    guard case .session = lifetime else { return self }
    var override = self
    override.setLifetime(.kept, session: nil)
    return override
  }
}

extension [OverrideKey: Override] {
  /// Returns the overrides as a new preset stores them.
  ///
  /// An expiry is replaced by the duration for which the override was set, so that the preset can be
  /// applied at any later time. A session override becomes an override that applies until it is reset.
  ///
  /// - Parameter now: The time at which the preset is saved.
  /// - Returns: The overrides.
  package func forPreset(at now: Date) -> Self {
    mapValues { override in
      guard let end = override.end else { return override.outlivingSession }
      var override = override
      let length = end.timeIntervalSince(override.date ?? now).rounded(.down)
      override.lifetime = .lasting(.seconds(Swift.max(length, 1)))
      return override
    }
  }
}

extension Override {
  /// Returns the override with its duration converted to an expiry, counted from the time at which the
  /// preset is applied.
  func applied(at now: Date) -> Override {
    var override = outlivingSession
    override.lifetime = override.lifetime.starting(at: now)
    return override
  }
}
