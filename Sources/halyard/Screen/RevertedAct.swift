import Dashboard
import FeatureFlags
import Frame

import struct FoundationEssentials.Date

/// An act that was undone or redone, for a notice such as `Undone: New Cart Enabled → Disabled (by
/// ana, halyard enable, 12:04)`.
struct RevertedAct {
  private let act: HistoryAct
  private let direction: History.Direction
  private let feature: (Feature.Name) -> Feature?

  /// Creates a description of the act.
  ///
  /// - Parameters:
  ///   - act: The original act.
  ///   - direction: Whether the act was undone or redone.
  ///   - feature: Finds a feature by its name; its configured state is the text for "no override".
  init(
    _ act: HistoryAct,
    _ direction: History.Direction,
    feature: @escaping (Feature.Name) -> Feature?
  ) {
    self.act = act
    self.direction = direction
    self.feature = feature
  }

  /// The sentence about the act: the first change, the number of the others, and who made it.
  func description(at clock: WallClock, now: Date = Date()) -> String {
    let verb =
      switch direction {
      case .undo: "Undone"
      case .redo: "Redone"
      }
    let rest = act.changes.count > 1 ? " and \(act.changes.count - 1) more" : ""
    let change = act.changes.first.map(text(of:)) ?? "nothing"
    let author = act.author.map { "by " + $0 }
    let origin = [author, act.program, clock.text(of: act.date, now: now)].compactMap { $0 }
    return "\(verb): \(change)\(rest) (\(origin.joined(separator: ", ")))"
  }

  private func text(of change: HistoryChange) -> String {
    let (from, to) =
      switch direction {
      case .undo: (change.to, change.from)
      case .redo: (change.from, change.to)
      }
    let name = change.feature.rawValue.shortened(to: 40)
    return "\(name) \(text(of: from, of: change.feature)) → \(text(of: to, of: change.feature))"
  }

  /// The override as text; without an override, the configured state of the feature.
  private func text(of override: Override?, of name: Feature.Name) -> String {
    if let override, !override.isEmpty { return override.text { $0.shortened(to: 40) } }
    return feature(name)?.configured.stateText ?? "no override"
  }
}
