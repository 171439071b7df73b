/// A value that can be marked as the baseline of an experiment.
///
/// A baseline value behaves like the same value without the mark, but its users are not reported as
/// an experimental group. The default value of the app is also a baseline.
public protocol BaselinableRemoteValue: RemoteValue {
  /// Whether the value is marked as the baseline of an experiment.
  var baseline: Bool { get }
}

/// One of several variants, which can be marked as a baseline; the type implements all members.
///
/// The type chooses the names of its stored properties. ``BaselineVariantRemoteValue`` derives the
/// string, the initialiser and the default.
public protocol BaselineStringRemoteValue: StringInitializableRemoteValue, BaselinableRemoteValue {}

/// A Boolean value that can be marked as a baseline; the type implements most members.
///
/// A type declares `init?(name:)`, `baseline`, `default`, and at least one of `isEnabled` and
/// `name`: the default implementation of each of the two uses the other.
/// ``BaselineFlagRemoteValue`` derives everything except the stored properties.
public protocol BaselineBoolRemoteValue: StringInitializableRemoteValue, BaselinableRemoteValue {
  /// Whether the value is on; independent of the mark for a baseline.
  ///
  /// The default implementation returns whether ``StringInitializableRemoteValue/name`` is `true`,
  /// with or without the mark for a baseline.
  var isEnabled: Bool { get }
}

extension BaselineBoolRemoteValue {
  /// Whether the remote string is `true`, with or without the mark for a baseline.
  public var isEnabled: Bool { (BaselineMark.removed(from: name) ?? name) == "true" }

  /// The remote string: `true` or `false`, with the mark for a baseline.
  public var name: String { BaselineMark.applied(to: String(isEnabled), if: baseline) }
}

/// The suffix of a remote string that marks a baseline.
enum BaselineMark {
  private static let suffix = "_baseline"

  /// Returns the string, with the mark if `baseline` is true.
  static func applied(to text: String, if baseline: Bool) -> String {
    baseline ? text + suffix : text
  }

  /// Returns the string without the mark; `nil` for a string that has no mark.
  static func removed(from text: String) -> String? {
    text.hasSuffix(suffix) ? String(text.dropLast(suffix.count)) : nil
  }
}
