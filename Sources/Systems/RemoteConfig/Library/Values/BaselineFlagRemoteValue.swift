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
  /// Whether the value is on; independent of the mark for a baseline.
  var isEnabled: Bool { get }

  /// Creates a value from its two properties; a struct has this initialiser implicitly.
  init(baseline: Bool, isEnabled: Bool)
}

extension BaselineFlagRemoteValue {
  /// The default value: off, marked as a baseline.
  public static var `default`: Self { Self(baseline: true, isEnabled: false) }

  /// Parses the string `true` or `false`, with or without the mark for a baseline.
  public init?(name: String) {
    let bare = BaselineMark.removed(from: name)
    guard let isEnabled = Bool(bare ?? name) else { return nil }
    self.init(baseline: bare != nil, isEnabled: isEnabled)
  }
}

extension BaselineFlagRemoteValue where Self: CaseIterable {
  /// The default value: off, marked as a baseline.
  public static var `default`: Self { Self(baseline: true, isEnabled: false) }

  /// All values: off and then on, each first with and then without the mark for a baseline.
  public static var allCases: [Self] {
    [false, true].flatMap { isEnabled in
      [true, false].map { Self(baseline: $0, isEnabled: isEnabled) }
    }
  }
}
