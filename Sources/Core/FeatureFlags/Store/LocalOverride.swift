package import Files

import struct FoundationEssentials.Date

/// The overrides of one feature that the program made: one to persist, and one for the session.
///
/// The two are separate, so that persisting one does not persist the other.
struct LocalOverride {
  /// The override that is persisted, or that will be persisted by the next save; `nil` for none.
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
  ///   - choices: The changes, in order; each one changes the override of this session, and with
  ///     `isSaved` also the saved one.
  ///   - feature: The feature with its active override, against which the changes are validated.
  ///   - isSaved: Whether the result will be persisted, instead of applying in this session only.
  ///   - stamp: The time and the author of the new override, and its lifetime.
  /// - Returns: The new overrides.
  /// - Throws: The error if the feature does not allow a change.
  func after(
    _ choices: [OverrideChoice],
    on feature: Feature,
    isSaved: Bool,
    stamp: Stamp
  ) throws(OverrideError) -> LocalOverride {
    var feature = feature
    var local = self
    if !isSaved, local.session == nil { local.session = persisted ?? Override() }
    for choice in choices {
      if isSaved { local.persisted = try feature.override(after: choice, from: local.persisted) }
      if let session = local.session {
        local.session = try feature.override(after: choice, from: session)
      }
      feature.override = try feature.override(after: choice)
    }
    if isSaved {
      local.persisted?.apply(stamp)
      if local.persisted?.isEmpty == true { local.persisted = nil }
    }
    local.session?.apply(stamp)
    local.session?.lifetime = .session
    local.session?.isOfProgram = true
    return local
  }

  /// The properties of a new override that do not depend on the feature.
  struct Stamp {
    let date: Date
    let author: String?
    /// The lifetime; `nil` keeps the lifetime of an existing override.
    var lifetime: Override.Lifetime?
    /// The process whose end also ends an override with the lifetime `session`.
    var session: ProcessIdentity?
    /// The note; `nil` keeps the note of an existing override, and "" removes it.
    var note: String?
  }
}

extension Override {
  mutating func apply(_ stamp: LocalOverride.Stamp) {
    date = stamp.date.inWholeSeconds
    author = stamp.author
    if let note = stamp.note { setNote(note) }
    if let lifetime = stamp.lifetime {
      setLifetime(lifetime.starting(at: stamp.date), session: stamp.session)
    }
  }

  /// Replaces the note; "" removes it.
  package mutating func setNote(_ note: String) {
    self.note = note.isEmpty ? nil : note
  }

  /// Replaces the lifetime; `session` owns an override with the lifetime `session`.
  package mutating func setLifetime(_ lifetime: Lifetime, session: ProcessIdentity?) {
    self.lifetime = lifetime.inTenths
    self.session = lifetime == .session ? session : nil
  }
}
