/// A value that can be marked as the baseline of an experiment.
///
/// A baseline value behaves like the same value without the mark, but its users are not reported as
/// an experimental group. The default of the app is a baseline too.
public protocol BaselinableRemoteValue: RemoteValue {
  /// Whether the value is marked as the baseline.
  var baseline: Bool { get }
}

/// One of several variants that can be a baseline; the type implements all members.
///
/// The names of the stored properties are up to the type. ``BaselineVariantRemoteValue`` derives
/// the text, the initialiser and the default.
public protocol BaselineStringRemoteValue: StringInitializableRemoteValue, BaselinableRemoteValue {}

/// On or off, with an optional mark for a baseline; the type implements most members.
///
/// A type declares `init?(name:)`, `baseline`, `default`, and at least one of `isEnabled` and
/// `name`: the default implementation of each of the two reads the other.
/// ``BaselineFlagRemoteValue`` derives everything except the stored properties.
public protocol BaselineBoolRemoteValue: StringInitializableRemoteValue, BaselinableRemoteValue {
  /// Whether the value is on.
  ///
  /// The default is whether ``StringInitializableRemoteValue/name`` is `true`, with or without the
  /// mark for a baseline.
  var isEnabled: Bool { get }
}

extension BaselineBoolRemoteValue {
  /// Whether the text is `true`, with or without the mark for a baseline.
  public var isEnabled: Bool { (BaselineMark.removed(from: name) ?? name) == "true" }

  /// The text `true` or `false`, with the mark for a baseline.
  public var name: String { BaselineMark.applied(to: String(isEnabled), if: baseline) }
}

/// The suffix that marks the text of a baseline.
enum BaselineMark {
  private static let suffix = "_baseline"

  /// The text, with the mark for a baseline.
  static func applied(to text: String, if baseline: Bool) -> String {
    baseline ? text + suffix : text
  }

  /// The text without the mark; `nil` for a text without the mark.
  static func removed(from text: String) -> String? {
    text.hasSuffix(suffix) ? String(text.dropLast(suffix.count)) : nil
  }
}
