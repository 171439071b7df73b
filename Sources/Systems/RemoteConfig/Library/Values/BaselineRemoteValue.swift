/// A value that can be marked as the baseline of an experiment.
///
/// A baseline value behaves like the same value that is not marked as a baseline, but its users are not
/// reported as an experimental group. The default value of the app is also a baseline.
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
  /// Whether the value is on, regardless of whether it is marked as a baseline.
  ///
  /// The default implementation returns whether ``StringInitializableRemoteValue/name`` is `true`, with
  /// or without the suffix `_baseline`.
  var isEnabled: Bool { get }
}

extension BaselineBoolRemoteValue {
  /// Whether the remote string is `true`, with or without the suffix `_baseline`.
  public var isEnabled: Bool { (BaselineMark.removed(from: name) ?? name) == "true" }

  /// The remote string: `true` or `false`, with the suffix `_baseline` for a baseline.
  public var name: String { BaselineMark.applied(to: String(isEnabled), if: baseline) }
}

/// The suffix `_baseline`, which marks a remote string as a baseline.
enum BaselineMark {
  private static let suffix = "_baseline"

  /// Returns the string, with the suffix if `baseline` is true.
  static func applied(to text: String, if baseline: Bool) -> String {
    baseline ? text + suffix : text
  }

  /// Returns the string without the suffix; `nil` for a string that does not have the suffix.
  static func removed(from text: String) -> String? {
    text.hasSuffix(suffix) ? String(text.dropLast(suffix.count)) : nil
  }
}

/// A Boolean value that can be marked as a baseline; only the stored properties must be declared.
///
/// The remote string is `true` or `false`, followed by `_baseline` for a baseline. A type declares
/// the two stored properties:
///
/// ```swift
/// struct NewCart: BaselineFlagRemoteValue {
///   let baseline: Bool
///   let isEnabled: Bool
/// }
/// ```
public protocol BaselineFlagRemoteValue: BaselineBoolRemoteValue {
  /// Whether the value is on, regardless of whether it is marked as a baseline.
  var isEnabled: Bool { get }

  /// Creates a value from its two properties; a struct has this initialiser implicitly.
  init(baseline: Bool, isEnabled: Bool)
}

extension BaselineFlagRemoteValue {
  /// The default value: off, marked as a baseline.
  public static var `default`: Self { Self(baseline: true, isEnabled: false) }

  /// Parses the string `true` or `false`, with or without the suffix `_baseline`.
  public init?(name: String) {
    let bare = BaselineMark.removed(from: name)
    guard let isEnabled = Bool(bare ?? name) else { return nil }
    self.init(baseline: bare != nil, isEnabled: isEnabled)
  }
}

extension BaselineFlagRemoteValue where Self: CaseIterable {
  /// The default value: off, marked as a baseline.
  public static var `default`: Self { Self(baseline: true, isEnabled: false) }

  /// All values: off and then on, each first with and then without the suffix `_baseline`.
  public static var allCases: [Self] {
    [false, true].flatMap { isEnabled in
      [true, false].map { Self(baseline: $0, isEnabled: isEnabled) }
    }
  }
}

/// One of several variants, which can be marked as a baseline; only the variants and the stored
/// properties must be declared.
///
/// The remote string is the string of the variant, followed by `_baseline` for a baseline. A type
/// declares a `Variant` and the two stored properties:
///
/// ```swift
/// struct Layout: BaselineVariantRemoteValue {
///   enum Variant: String, CaseIterable, StringRemoteValue { case grid, list }
///   let baseline: Bool
///   let variant: Variant
/// }
/// ```
public protocol BaselineVariantRemoteValue: BaselineStringRemoteValue {
  /// The type of the variant, which does not include the suffix `_baseline`.
  associatedtype Variant: StringInitializableRemoteValue

  /// The variant, regardless of whether it is marked as a baseline.
  var variant: Variant { get }

  /// Creates a value from its two properties; a struct has this initialiser implicitly.
  init(baseline: Bool, variant: Variant)
}

extension BaselineVariantRemoteValue {
  /// The default value: the default of the variant, marked as a baseline.
  public static var `default`: Self { Self(baseline: true, variant: .default) }

  /// Parses the string of a variant, with or without the suffix `_baseline`.
  ///
  /// If a string with this suffix is itself the string of a variant, the result is that variant, not
  /// marked as a baseline.
  public init?(name: String) {
    if let variant = Variant(name: name) {
      self.init(baseline: false, variant: variant)
    } else if let variant = BaselineMark.removed(from: name).flatMap(Variant.init(name:)) {
      self.init(baseline: true, variant: variant)
    } else {
      return nil
    }
  }

  /// The remote string: the string of the variant, with the suffix `_baseline` for a baseline.
  public var name: String { BaselineMark.applied(to: variant.name, if: baseline) }
}

extension BaselineVariantRemoteValue where Self: CaseIterable {
  /// The default value: the default of the variant, marked as a baseline.
  public static var `default`: Self { Self(baseline: true, variant: .default) }
}

extension BaselineVariantRemoteValue where Self: CaseIterable, Variant: CaseIterable {
  /// All values: each variant, first marked and then not marked as a baseline.
  public static var allCases: [Self] {
    Variant.allCases.flatMap { variant in
      [true, false].map { Self(baseline: $0, variant: variant) }
    }
  }
}

/// A remote value that a service reports to analytics as the experimental group of the user.
public protocol ExperimentalGroupTrackable {
  /// The name of the experiment in analytics.
  var experimentalGroupKey: String { get }
  /// The name of the user's group in analytics.
  var experimentalGroupValue: String { get }
  /// Whether the service reports the group of the user; `true` by default.
  var shouldTrack: Bool { get }
}

extension ExperimentalGroupTrackable where Self: RemoteValue {
  /// Whether the service reports the group of the user; always `true` by default.
  public var shouldTrack: Bool { true }
}

extension ExperimentalGroupTrackable where Self: BaselinableRemoteValue {
  /// Whether the service reports the group of the user: `true` unless the value is a baseline.
  public var shouldTrack: Bool { !baseline }
}
