/// A value that can be the default of the app, delivered remotely.
///
/// Such a baseline value acts as the same value without the mark does, but its user is not put
/// into an experimental group. What the app falls back to is a baseline too.
public protocol BaselinableRemoteValue: RemoteValue {
  /// Whether the value stands for the default of the app.
  var baseline: Bool { get }
}

/// One of several variants, with or without the mark of a baseline.
///
/// The text is the variant's own, followed by `_baseline` for a baseline. A type that has a
/// `Variant` and stored properties for both parts needs no more:
///
///     struct Layout: BaselineStringRemoteValue {
///       enum Variant: String, CaseIterable, StringRemoteValue { case grid, list }
///       let baseline: Bool
///       let variant: Variant
///     }
public protocol BaselineStringRemoteValue: StringInitializableRemoteValue, BaselinableRemoteValue {
  /// What the value is without its mark.
  associatedtype Variant: StringInitializableRemoteValue

  /// What the value is without its mark.
  var variant: Variant { get }

  /// Makes a value of its parts.
  init(baseline: Bool, variant: Variant)
}

extension BaselineStringRemoteValue {
  /// The baseline of the variant's own default.
  public static var `default`: Self { Self(baseline: true, variant: .default) }

  /// Reads a variant's text, with or without the mark.
  ///
  /// A text that is a variant as it stands is that variant, also where it ends like the mark.
  public init?(name: String) {
    if let variant = Variant(name: name) {
      self.init(baseline: false, variant: variant)
    } else if let variant = BaselineMark.taken(from: name).flatMap(Variant.init(name:)) {
      self.init(baseline: true, variant: variant)
    } else {
      return nil
    }
  }

  /// The text of the variant, with the mark for a baseline.
  public var name: String { BaselineMark.put(on: variant.name, if: baseline) }
}

extension BaselineStringRemoteValue where Self: CaseIterable {
  /// The baseline of the variant's own default.
  public static var `default`: Self { Self(baseline: true, variant: .default) }
}

extension BaselineStringRemoteValue where Self: CaseIterable, Variant: CaseIterable {
  /// Each variant, first as a baseline and then as itself.
  public static var allCases: [Self] {
    Variant.allCases.flatMap { variant in
      [true, false].map { Self(baseline: $0, variant: variant) }
    }
  }
}

/// On or off, with or without the mark of a baseline.
///
/// The text is `true` or `false`, followed by `_baseline` for a baseline. A type that has stored
/// properties for both parts needs no more:
///
///     struct NewCart: BaselineBoolRemoteValue {
///       let baseline: Bool
///       let isEnabled: Bool
///     }
public protocol BaselineBoolRemoteValue: StringInitializableRemoteValue, BaselinableRemoteValue {
  /// Whether the value is on.
  var isEnabled: Bool { get }

  /// Makes a value of its parts.
  init(baseline: Bool, isEnabled: Bool)
}

extension BaselineBoolRemoteValue {
  /// The baseline of off.
  public static var `default`: Self { Self(baseline: true, isEnabled: false) }

  /// Reads `true` or `false`, with or without the mark.
  public init?(name: String) {
    let bare = BaselineMark.taken(from: name)
    guard let isEnabled = Bool(bare ?? name) else { return nil }
    self.init(baseline: bare != nil, isEnabled: isEnabled)
  }

  /// The word `true` or `false`, with the mark for a baseline.
  public var name: String { BaselineMark.put(on: String(isEnabled), if: baseline) }
}

extension BaselineBoolRemoteValue where Self: CaseIterable {
  /// The baseline of off.
  public static var `default`: Self { Self(baseline: true, isEnabled: false) }

  /// Off and then on, each first as a baseline and then as itself.
  public static var allCases: [Self] {
    [false, true].flatMap { isEnabled in
      [true, false].map { Self(baseline: $0, isEnabled: isEnabled) }
    }
  }
}

/// How a text shows that its value is a baseline.
private enum BaselineMark {
  private static let suffix = "_baseline"

  static func put(on text: String, if baseline: Bool) -> String {
    baseline ? text + suffix : text
  }

  /// The text without the mark; `nil` if it has none.
  static func taken(from text: String) -> String? {
    text.hasSuffix(suffix) ? String(text.dropLast(suffix.count)) : nil
  }
}
