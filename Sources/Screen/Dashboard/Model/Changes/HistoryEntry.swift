public import FeatureFlags

public import struct FoundationEssentials.Date

/// A past change of a feature's override, which the details show.
public struct HistoryEntry: Hashable, Sendable {
  /// The time of the change.
  public var date: Date
  /// The author of the change, such as `ana@build-7`; `nil` if it is unknown.
  public var author: String?
  /// The program that made the change, such as `halyard enable`; `nil` if it is unknown.
  public var program: String?
  /// The kind of the change.
  package var kind: OverrideAct.Kind
  /// The override before the change; `nil` for none.
  public var from: Override?
  /// The override after the change; `nil` for none.
  public var to: Override?

  package init(
    date: Date,
    author: String?,
    program: String?,
    kind: OverrideAct.Kind = .change,
    from: Override?,
    to: Override?
  ) {
    self.date = date
    self.author = author
    self.program = program
    self.kind = kind
    self.from = from
    self.to = to
  }
}

extension HistoryEntry {
  /// The change of the override of a feature as text, such as `source → Enabled until 23:59`;
  /// `source` means no override.
  package func changeText(_ clock: WallClock, now: Date) -> String {
    OverrideAct.Change(feature: "", from: from, to: to).text(
      clock,
      now: now,
      none: "source",
      shorten: \.self
    )
  }

  /// The kind, the author and the program of the change, such as `undo · ana@build-7 · halyard
  /// undo`; empty if all of them are unknown.
  package var originText: String { originText(for: nil) }

  /// The kind of the change, with its author and program as far as the user does not know them.
  ///
  /// - Parameter own: The origin of the changes by this dashboard; `nil` for a text with all parts.
  /// - Returns: A single line; empty if there is nothing to say.
  package func originText(for own: ActOrigin?) -> String {
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
    let origin = ActOrigin(author: author, program: program)
    let news = own.map(origin.news) ?? origin
    return [kindText, news.author, news.program].compactMap { $0 }.joined(separator: " · ")
  }
}

/// Who made a change of overrides, and with which program.
package struct ActOrigin: Hashable, Sendable {
  /// The author, such as `ana@build-7`; `nil` if it is unknown or not worth a mention.
  package var author: String?
  /// The program, such as `halyard enable`; `nil` if it is unknown or not worth a mention.
  package var program: String?

  package init(author: String?, program: String?) {
    (self.author, self.program) = (author, program)
  }

  /// Leaves out what the user knows.
  ///
  /// - Parameter own: The origin of the changes by this dashboard.
  /// - Returns: Nothing for a change by this dashboard, the program for a change of the same author by
  ///   another program, and both for a change of another author.
  package func news(for own: ActOrigin) -> ActOrigin {
    guard author == own.author else { return self }
    return ActOrigin(author: nil, program: program == own.program ? nil : program)
  }
}
