import struct FoundationEssentials.Date

/// The overrides of one feature that the program made: one to persist, and one for the session.
///
/// The two are separate, so that persisting one does not persist the other.
struct LocalOverride {
  /// The override that is persisted or will be; `nil` for none.
  var persisted: Override?
  /// The override that applies instead of the persisted one until the program exits; an empty
  /// override resets the feature.
  var session: Override?

  /// The override that applies: that of the session, or else the persisted one.
  var active: Override? {
    guard let session else { return persisted }
    return session.isEmpty ? nil : session
  }

  /// Returns the overrides after one or more changes.
  ///
  /// - Parameters:
  ///   - decisions: The changes of each override, in order.
  ///   - feature: The feature with its active override, against which the changes are validated.
  ///   - isSaved: Whether the result will be persisted, instead of applying in this session only.
  ///   - stamp: The time and the author of the new override.
  /// - Returns: The new overrides.
  /// - Throws: The error if the feature does not allow a change.
  func after(
    _ decisions: [Decision],
    on feature: Feature,
    isSaved: Bool,
    stamp: Stamp
  ) throws(DecisionError) -> LocalOverride {
    var feature = feature
    var local = self
    if !isSaved, local.session == nil { local.session = persisted ?? Override() }
    for decision in decisions {
      if isSaved { local.persisted = try feature.override(after: decision, from: local.persisted) }
      if let session = local.session {
        local.session = try feature.override(after: decision, from: session)
      }
      feature.override = try feature.override(after: decision)
    }
    if isSaved {
      local.persisted.stamp(stamp)
      // A new override does not extend the expiry of an existing one.
      if local.persisted?.end == nil { local.persisted?.lifetime = .kept }
      if local.persisted?.isEmpty == true { local.persisted = nil }
    }
    local.session.stamp(stamp)
    local.session?.lifetime = .session
    return local
  }

  /// The time at which an override is made, and its author.
  struct Stamp {
    let date: Date
    let author: String?
  }
}

extension Override? {
  fileprivate mutating func stamp(_ stamp: LocalOverride.Stamp) {
    self?.date = stamp.date
    self?.author = stamp.author
  }
}
