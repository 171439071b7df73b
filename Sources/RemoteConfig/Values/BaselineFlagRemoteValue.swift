/// On or off, with an optional mark for a baseline, and with derived text, initialiser and default.
///
/// The text is `true` or `false`, followed by `_baseline` for a baseline. A type declares the two
/// stored properties:
///
/// ```swift
/// struct NewCart: BaselineFlagRemoteValue {
///   let baseline: Bool
///   let isEnabled: Bool
/// }
/// ```
public protocol BaselineFlagRemoteValue: BaselineBoolRemoteValue {
  /// Whether the value is on.
  var isEnabled: Bool { get }

  /// Makes a value from its parts.
  init(baseline: Bool, isEnabled: Bool)
}

extension BaselineFlagRemoteValue {
  /// Off, as a baseline.
  public static var `default`: Self { Self(baseline: true, isEnabled: false) }

  /// Parses `true` or `false`, with or without the mark.
  public init?(name: String) {
    let bare = BaselineMark.removed(from: name)
    guard let isEnabled = Bool(bare ?? name) else { return nil }
    self.init(baseline: bare != nil, isEnabled: isEnabled)
  }
}

extension BaselineFlagRemoteValue where Self: CaseIterable {
  /// Off, as a baseline.
  public static var `default`: Self { Self(baseline: true, isEnabled: false) }

  /// Off and then on, each first with and then without the mark.
  public static var allCases: [Self] {
    [false, true].flatMap { isEnabled in
      [true, false].map { Self(baseline: $0, isEnabled: isEnabled) }
    }
  }
}
