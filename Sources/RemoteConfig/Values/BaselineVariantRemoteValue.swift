/// A variant that can be a baseline, with derived text, initialiser and default.
///
/// The text is the text of the variant, followed by `_baseline` for a baseline. A type declares a
/// `Variant` and the two stored properties:
///
/// ```swift
/// struct Layout: BaselineVariantRemoteValue {
///   enum Variant: String, CaseIterable, StringRemoteValue { case grid, list }
///   let baseline: Bool
///   let variant: Variant
/// }
/// ```
public protocol BaselineVariantRemoteValue: BaselineStringRemoteValue {
  /// The type of the value without the mark.
  associatedtype Variant: StringInitializableRemoteValue

  /// The value without the mark.
  var variant: Variant { get }

  /// Makes a value from its parts.
  init(baseline: Bool, variant: Variant)
}

extension BaselineVariantRemoteValue {
  /// The default of the variant, as a baseline.
  public static var `default`: Self { Self(baseline: true, variant: .default) }

  /// Parses the text of a variant, with or without the mark.
  ///
  /// The text of a variant that ends in `_baseline` itself is that variant without the mark.
  public init?(name: String) {
    if let variant = Variant(name: name) {
      self.init(baseline: false, variant: variant)
    } else if let variant = BaselineMark.removed(from: name).flatMap(Variant.init(name:)) {
      self.init(baseline: true, variant: variant)
    } else {
      return nil
    }
  }

  /// The text of the variant, with the mark for a baseline.
  public var name: String { BaselineMark.applied(to: variant.name, if: baseline) }
}

extension BaselineVariantRemoteValue where Self: CaseIterable {
  /// The default of the variant, as a baseline.
  public static var `default`: Self { Self(baseline: true, variant: .default) }
}

extension BaselineVariantRemoteValue where Self: CaseIterable, Variant: CaseIterable {
  /// Each variant, first with and then without the mark.
  public static var allCases: [Self] {
    Variant.allCases.flatMap { variant in
      [true, false].map { Self(baseline: $0, variant: variant) }
    }
  }
}
