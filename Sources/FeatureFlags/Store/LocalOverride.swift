import struct FoundationEssentials.Date

/// The overrides of one feature that this program made: one to persist, and one for the session.
///
/// They are separate, so that persisting one does not persist the other with it.
struct LocalOverride {
  /// The override that is persisted, or is about to be.
  var persisted: Override?
  /// The override that applies in its place until the program ends; an empty one resets the feature.
  var session: Override?

  /// The override that applies.
  var active: Override? {
    guard let session else { return persisted }
    return session.isEmpty ? nil : session
  }

  /// Applies decisions.
  ///
  /// - Parameters:
  ///   - decisions: The decisions, in this order.
  ///   - feature: The feature with its active override, against which decisions are validated.
  ///   - isSaved: Whether the result is to be persisted, and not only to apply in this session.
  ///   - stamp: The time and author of the new override.
  /// - Returns: The overrides with the decisions.
  /// - Throws: The reason, if the feature does not allow a decision.
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

  /// When an override is made, and by whom.
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
