import struct FoundationEssentials.Date

/// What was decided here about one feature.
///
/// What only stands until the program ends is kept apart from what the workspace keeps, so that a
/// later decision that is saved does not save the other with it.
struct OwnOverride {
  /// What the workspace keeps, or is about to.
  var kept: Override?
  /// What stands in its place until the program ends; an empty one gives the feature to its source.
  var session: Override?

  /// What is in effect.
  var standing: Override? {
    guard let session else { return kept }
    return session.isEmpty ? nil : session
  }

  /// What stands once more is decided.
  ///
  /// - Parameters:
  ///   - decisions: What is decided, in this order.
  ///   - feature: The feature as it is in effect, by which decisions are judged.
  ///   - isSaved: Whether the workspace is to keep it.
  ///   - stamp: When it is decided, and by whom.
  /// - Returns: What stands then.
  /// - Throws: The reason, if a decision does not go with the feature.
  func after(
    _ decisions: [Decision],
    on feature: Feature,
    isSaved: Bool,
    stamp: Stamp
  ) throws(DecisionError) -> OwnOverride {
    var feature = feature
    var own = self
    if !isSaved, own.session == nil { own.session = kept ?? Override() }
    for decision in decisions {
      if isSaved { own.kept = try feature.override(after: decision, from: own.kept) }
      if let session = own.session {
        own.session = try feature.override(after: decision, from: session)
      }
      feature.override = try feature.override(after: decision)
    }
    if isSaved {
      own.kept.stamp(stamp)
      // What ends at a time does so whatever else is decided.
      if own.kept?.end == nil { own.kept?.lifetime = .kept }
      if own.kept?.isEmpty == true { own.kept = nil }
    }
    own.session.stamp(stamp)
    own.session?.lifetime = .session
    return own
  }

  /// When something is decided, and by whom.
  struct Stamp {
    let date: Date
    let author: String?
  }
}

extension Override? {
  fileprivate mutating func stamp(_ stamp: OwnOverride.Stamp) {
    self?.date = stamp.date
    self?.author = stamp.author
  }
}
