import Dashboard
import FeatureFlags
import Text

import struct FoundationEssentials.Date

extension RevertedOperation {
  /// The sentence about an undo or a redo, such as `Undone: New Cart Enabled → Disabled (by ana, halyard
  /// enable, 12:04)`.
  ///
  /// The sentence contains the preset, the first change, the number of the other changes, who made the
  /// operation, and the features that were left out because their overrides have expired. The screen and
  /// the commands print the same sentence.
  ///
  /// - Parameters:
  ///   - clock: The time zone of the user.
  ///   - now: The current date, which determines whether days are printed.
  ///   - own: The origin of the operations by this dashboard, whose author needs no mention; `nil` for a
  ///     sentence that always names the author.
  ///   - feature: Finds a feature by its name; its configured state is the text for "no override".
  /// - Returns: A single line.
  func description(
    at clock: WallClock,
    now: Date = Date(),
    own: OperationOrigin? = nil,
    feature: (Feature.Name) -> Feature?
  ) -> String {
    let verb =
      switch direction {
      case .undo: "Undone"
      case .redo: "Redone"
      }
    let preset = operation.preset.map { "preset \($0.shortened(to: 40)), " } ?? ""
    let rest = changes.count > 1 ? " and \(changes.count - 1) more" : ""
    let change = changes.first.map { change in
      let configured = feature(change.feature)?.configured.stateText
      let text = change.text(clock, now: now, configured: configured)
      return "\(change.key.text.shortened(to: 40)) \(text)"
    }
    let whole = OperationOrigin(author: operation.author, program: operation.program)
    let news = own.map(whole.news) ?? whole
    let author = news.author.map { "by " + $0 }
    let origin = [author, news.program, clock.text(of: operation.date, now: now)].compactMap { $0 }
    return "\(verb): \(preset)\(change ?? "nothing")\(rest) (\(origin.joined(separator: ", ")))"
      + expiredText
  }

  /// The overrides that were left out, such as `; skipped New Cart, whose override has expired`; empty
  /// if there are none.
  private var expiredText: String {
    guard let first = expired.first else { return "" }
    let (rest, end) =
      expired.count > 1
      ? (" and \(expired.count - 1) more", "overrides have") : ("", "override has")
    return "; skipped \(first.text.shortened(to: 40))\(rest), whose \(end) expired"
  }
}

extension OverrideOperation.Change {
  /// The change as text.
  ///
  /// The configured state of the feature stands for "no override", unless both sides would then look
  /// equal.
  fileprivate func text(_ clock: WallClock, now: Date, configured: String?) -> String {
    func text(none: String) -> String {
      self.text(clock, now: now, none: none) { $0.shortened(to: 40) }
    }
    guard let configured, (from == nil) != (to == nil) else { return text(none: "no override") }
    let isHidden = (from ?? to)?.text(shorten: \.self) == configured
    return text(none: isHidden ? "no override" : configured)
  }
}

extension FlagStore {
  /// The origin of the changes that this program makes.
  var origin: OperationOrigin { OperationOrigin(author: author, program: program) }
}

extension History.OperationRefusal {
  /// The reason as a sentence without a full stop, which the screen and the command print.
  ///
  /// - Parameter id: The identifier of the operation that cannot be undone, or its start.
  /// - Returns: A single line.
  func sentence(about id: String) -> String {
    let reason =
      switch self {
      case .unknown: "the history does not have it"
      case .notUndoable(let operation):
        "it is no change, but of the kind \(operation.kind.nameText)"
      case .undone: "it is undone already"
      case .expired: "one of its overrides has expired"
      case .contradicted(let other):
        "the operation \(other.shortID) by \(other.author ?? "somebody") at "
          + "\(WallClock.system(at: Date()).text(of: other.date)) has changed its overrides since"
      }
    return "the operation \(id.prefix(8)) cannot be undone: \(reason)"
  }
}
