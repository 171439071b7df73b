/// On or off with an optional mark of a baseline, whose text, initialiser and default are derived.
///
/// The text is `true` or `false`, followed by `_baseline` for a baseline. A type needs stored
/// properties for both parts:
///
///     struct NewCart: BaselineFlagRemoteValue {
///       let baseline: Bool
///       let isEnabled: Bool
///     }
public protocol BaselineFlagRemoteValue: BaselineBoolRemoteValue {
  /// Whether the value is on.
  var isEnabled: Bool { get }

  /// Makes a value of its parts.
  init(baseline: Bool, isEnabled: Bool)
}

extension BaselineFlagRemoteValue {
  /// The baseline of off.
  public static var `default`: Self { Self(baseline: true, isEnabled: false) }

  /// Reads `true` or `false`, with or without the mark.
  public init?(name: String) {
    let bare = BaselineMark.removed(from: name)
    guard let isEnabled = Bool(bare ?? name) else { return nil }
    self.init(baseline: bare != nil, isEnabled: isEnabled)
  }
}

extension BaselineFlagRemoteValue where Self: CaseIterable {
  /// The baseline of off.
  public static var `default`: Self { Self(baseline: true, isEnabled: false) }

  /// Off and then on, each first as a baseline and then as itself.
  public static var allCases: [Self] {
    [false, true].flatMap { isEnabled in
      [true, false].map { Self(baseline: $0, isEnabled: isEnabled) }
    }
  }
}
