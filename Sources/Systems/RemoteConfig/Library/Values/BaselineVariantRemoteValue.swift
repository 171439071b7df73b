/// One of several variants, which can be marked as a baseline; only the variants and the stored
/// properties must be declared.
///
/// The remote string is that of the variant, followed by `_baseline` for a baseline. A type
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
  /// The type of the variant, without the mark for a baseline.
  associatedtype Variant: StringInitializableRemoteValue

  /// The variant, without the mark for a baseline.
  var variant: Variant { get }

  /// Creates a value from its two properties; a struct has this initialiser implicitly.
  init(baseline: Bool, variant: Variant)
}

extension BaselineVariantRemoteValue {
  /// The default value: the default of the variant, marked as a baseline.
  public static var `default`: Self { Self(baseline: true, variant: .default) }

  /// Parses the string of a variant, with or without the mark for a baseline.
  ///
  /// If a string ends in `_baseline` and is itself that of a variant, the result is that variant
  /// without the mark.
  public init?(name: String) {
    if let variant = Variant(name: name) {
      self.init(baseline: false, variant: variant)
    } else if let variant = BaselineMark.removed(from: name).flatMap(Variant.init(name:)) {
      self.init(baseline: true, variant: variant)
    } else {
      return nil
    }
  }

  /// The remote string: that of the variant, with the mark for a baseline.
  public var name: String { BaselineMark.applied(to: variant.name, if: baseline) }
}

extension BaselineVariantRemoteValue where Self: CaseIterable {
  /// The default value: the default of the variant, marked as a baseline.
  public static var `default`: Self { Self(baseline: true, variant: .default) }
}

extension BaselineVariantRemoteValue where Self: CaseIterable, Variant: CaseIterable {
  /// All values: each variant, first with and then without the mark for a baseline.
  public static var allCases: [Self] {
    Variant.allCases.flatMap { variant in
      [true, false].map { Self(baseline: $0, variant: variant) }
    }
  }
}
