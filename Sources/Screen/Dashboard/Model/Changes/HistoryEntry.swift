public import FeatureFlags
import Text
import Workbench

public import struct FoundationEssentials.Date

/// A past change of a feature's override, which the details show.
public struct HistoryEntry: Hashable, Sendable {
  /// The time of the change.
  public var date: Date
  /// The author of the change, such as `ana@build-7`; `nil` if it is unknown.
  public var author: String?
  /// The program that made the change, such as `halyard enable`; `nil` if it is unknown.
  public var program: String?
  /// The kind of the operation that made the change, such as an undo.
  package var kind: OverrideOperation.Kind
  /// The users for whom the override holds.
  public var scope: OverrideScope
  /// The override before the change; `nil` for none.
  public var from: Override?
  /// The override after the change; `nil` for none.
  public var to: Override?

  package init(
    date: Date,
    author: String?,
    program: String?,
    kind: OverrideOperation.Kind = .change,
    scope: OverrideScope = .everyone,
    from: Override?,
    to: Override?
  ) {
    self.date = date
    self.author = author
    self.program = program
    self.kind = kind
    self.scope = scope
    self.from = from
    self.to = to
  }

  /// Creates the entry for a change of an operation.
  package init(_ operation: OverrideOperation, _ change: OverrideOperation.Change) {
    self.init(
      date: operation.date,
      author: operation.author,
      program: operation.program,
      kind: operation.kind,
      scope: change.key.scope,
      from: change.from,
      to: change.to
    )
  }
}

extension HistoryEntry {
  /// The change of the override of a feature as text, such as `source → Enabled until 23:59`; `source` means
  /// no override.
  ///
  /// A change for single users begins with them, such as `for ana: `.
  package func changeText(_ clock: WallClock, now: Date) -> String {
    (scope == .everyone ? "" : "for \(scope): ")
      + OverrideOperation.Change("", from: from, to: to)
      .text(clock, now: now, none: "source", shorten: \.self)
  }

  /// The kind, the author and the program of the change, such as `undo · ana@build-7 · halyard
  /// undo`; empty if all of them are unknown.
  package var originText: String { originText(for: nil) }

  /// The kind of the change with its origin, without the parts that ``OperationOrigin/news(for:)`` removes.
  ///
  /// - Parameter own: The origin of the changes by this dashboard; `nil` returns all parts.
  /// - Returns: A single line; empty if no part is left.
  package func originText(for own: OperationOrigin?) -> String {
    let kindText: String? =
      switch kind {
      case .change: nil
      case .delete: "deleted"
      case .undo: "undo"
      case .redo: "redo"
      case .bisection: "bisection"
      case .expiry: "expired"
      case .edit: "edited by hand"
      }
    let origin = OperationOrigin(author: author, program: program)
    let news = own.map(origin.news) ?? origin
    return [kindText, news.author, news.program].compactMap { $0 }.joined(separator: " · ")
  }
}

/// The author and the program of a change of overrides.
package struct OperationOrigin: Hashable, Sendable {
  /// The author, such as `ana@build-7`; `nil` if it is unknown, or was removed by ``news(for:)``.
  package var author: String?
  /// The program, such as `halyard enable`; `nil` if it is unknown, or was removed by ``news(for:)``.
  package var program: String?

  /// The start of the author of changes by an assistant, before the name of its client.
  package static let assistantPrefix = "assistant via "

  package init(author: String?, program: String?) {
    (self.author, self.program) = (author, program)
  }

  /// Removes the parts that the user of this dashboard knows.
  ///
  /// - Parameter own: The origin of the changes by this dashboard.
  /// - Returns: Nothing for a change by this dashboard, the program for a change of the same author by
  ///   another program, and both for a change of another author.
  package func news(for own: OperationOrigin) -> OperationOrigin {
    guard author == own.author else { return self }
    return OperationOrigin(author: nil, program: program == own.program ? nil : program)
  }
}

extension OverrideConflict {
  /// The conflict as a sentence without a full stop: who has changed the feature, when and to what,
  /// and the change that is not saved.
  package func text(_ clock: WallClock) -> String {
    let your = wasPending ? "your pending" : "your"
    let own = mine == nil ? "\(your) reset" : "\(your) change to \(ownText(clock))"
    if let lock { return "\(key) is \(lock.text(clock)), so \(own) is not saved" }
    let person = author.map { " by \($0)" } ?? " by somebody else"
    let time = date.map { " at \(clock.text(of: $0, now: clock.start))" } ?? ""
    let change =
      theirs == nil ? "reset\(person)\(time)" : "changed\(person)\(time) to \(theirText(clock))"
    return "\(key) was \(change), so \(own) is not saved"
  }

  /// The user's override that was not saved, such as `Enabled until 23:59`; `reset` if the user has
  /// reset it.
  func ownText(_ clock: WallClock) -> String { Self.text(mine, clock) }

  /// The override that a colleague has saved; `reset` if the colleague has reset it.
  func theirText(_ clock: WallClock) -> String { Self.text(theirs, clock) }

  private static func text(_ override: Override?, _ clock: WallClock) -> String {
    override?.textWithLifetime(shorten: { $0.shortened(to: 40) }) {
      clock.text(of: $0, now: clock.start)
    } ?? "reset"
  }
}

extension Override {
  /// The forced state with the lifetime of the override, such as `Enabled until 23:59`.
  ///
  /// - Parameters:
  ///   - shorten: Shortens the values of variables.
  ///   - format: Formats the time of the expiry.
  /// - Returns: A single line; `nil` for an override without effect.
  package func textWithLifetime(
    shorten: (String) -> String,
    format: (Date) -> String
  ) -> String? {
    isEmpty ? nil : text(shorten: shorten) + lifetimeText(format: format)
  }

  /// The lifetime as a suffix, such as ` until 23:59`.
  ///
  /// - Parameter format: Formats the time of the expiry.
  /// - Returns: A single line; empty for an override that applies until it is reset.
  package func lifetimeText(format: (Date) -> String) -> String {
    switch lifetime {
    case .kept: ""
    case .session: " for a session"
    case .until(let end): " until " + format(end)
    case .lasting(let length): " for " + length.text
    }
  }

  /// The note as a suffix, such as ` (QA-123)`; empty without a note.
  package var noteText: String { note.map { " (\($0))" } ?? "" }
}

extension OverrideOperation.Change {
  /// The change of the override as text with the note of the new override, such as
  /// `Enabled → Enabled until 23:59 (QA-123)`.
  ///
  /// If only the note has changed, the text describes the change of the note, such as
  /// `Enabled, note QA-123 → QA-124`.
  ///
  /// - Parameters:
  ///   - clock: The user's clock and time zone.
  ///   - now: The current date; a time on the same day is shown without its date.
  ///   - none: The text for a feature without an override.
  ///   - shorten: Shortens the values of variables.
  /// - Returns: A single line.
  package func text(
    _ clock: WallClock,
    now: Date,
    none: String,
    shorten: (String) -> String
  ) -> String {
    let texts = [from, to].map { override in
      override?.textWithLifetime(shorten: shorten) { clock.text(of: $0, now: now) } ?? none
    }
    let note = to?.note.map { " (\(shorten($0)))" } ?? ""
    guard texts[0] == texts[1], from != nil, to != nil else {
      return texts.joined(separator: " → ") + note
    }
    // Both texts are equal if only the note, the author or the time differs.
    guard from?.note != to?.note else { return texts[0] + ", set again" + note }
    let notes = [from, to].map { $0?.note.map(shorten) ?? "none" }
    return "\(texts[0]), note \(notes.joined(separator: " → "))"
  }
}
