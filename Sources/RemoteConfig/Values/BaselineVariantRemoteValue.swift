/// A variant that can be a baseline, whose text, initialiser and default are derived.
///
/// The text is the variant's own, followed by `_baseline` for a baseline. A type needs a `Variant`
/// and stored properties for both parts:
///
///     struct Layout: BaselineVariantRemoteValue {
///       enum Variant: String, CaseIterable, StringRemoteValue { case grid, list }
///       let baseline: Bool
///       let variant: Variant
///     }
public protocol BaselineVariantRemoteValue: BaselineStringRemoteValue {
  /// The type of the value without its mark.
  associatedtype Variant: StringInitializableRemoteValue

  /// The value without its mark.
  var variant: Variant { get }

  /// Makes a value of its parts.
  init(baseline: Bool, variant: Variant)
}

extension BaselineVariantRemoteValue {
  /// The baseline of the variant's own default.
  public static var `default`: Self { Self(baseline: true, variant: .default) }

  /// Reads a variant's text, with or without the mark.
  ///
  /// A text that is the text of a variant as a whole is that variant, even if it ends in `_baseline`.
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
  /// The baseline of the variant's own default.
  public static var `default`: Self { Self(baseline: true, variant: .default) }
}

extension BaselineVariantRemoteValue where Self: CaseIterable, Variant: CaseIterable {
  /// Each variant, first as a baseline and then as itself.
  public static var allCases: [Self] {
    Variant.allCases.flatMap { variant in
      [true, false].map { Self(baseline: $0, variant: variant) }
    }
  }
}
