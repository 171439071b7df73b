/// A value that can be the default of the app, delivered remotely.
///
/// Such a baseline value acts as the same value without the mark does, but its user is not put
/// into an experimental group. What the app falls back to is a baseline too.
public protocol BaselinableRemoteValue: RemoteValue {
  /// Whether the value stands for the default of the app.
  var baseline: Bool { get }
}

/// One of several variants that can be a baseline, with all members written by hand.
///
/// The names of the stored properties are free. ``BaselineVariantRemoteValue`` derives the text, the
/// initialiser and the default instead.
public protocol BaselineStringRemoteValue: StringInitializableRemoteValue, BaselinableRemoteValue {}

/// On or off with an optional mark of a baseline, with its members written by hand.
///
/// A type declares `init?(name:)`, `baseline`, `default`, and at least one of `isEnabled` and `name`:
/// each of the two has a default implementation that reads the other. ``BaselineFlagRemoteValue``
/// derives everything but the stored properties.
public protocol BaselineBoolRemoteValue: StringInitializableRemoteValue, BaselinableRemoteValue {
  /// Whether the value is on.
  ///
  /// The default is whether ``StringInitializableRemoteValue/name`` is `true`, with or without the
  /// mark of a baseline.
  var isEnabled: Bool { get }
}

extension BaselineBoolRemoteValue {
  /// Whether the text is `true`, with or without the mark of a baseline.
  public var isEnabled: Bool { (BaselineMark.removed(from: name) ?? name) == "true" }

  /// The word `true` or `false`, with the mark for a baseline.
  public var name: String { BaselineMark.applied(to: String(isEnabled), if: baseline) }
}

/// How a text shows that its value is a baseline.
enum BaselineMark {
  private static let suffix = "_baseline"

  /// The text, with the mark if it is for a baseline.
  static func applied(to text: String, if baseline: Bool) -> String {
    baseline ? text + suffix : text
  }

  /// The text without the mark; `nil` if it has none.
  static func removed(from text: String) -> String? {
    text.hasSuffix(suffix) ? String(text.dropLast(suffix.count)) : nil
  }
}
