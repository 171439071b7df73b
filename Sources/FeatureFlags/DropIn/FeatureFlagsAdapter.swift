/// The drop-in API with strings for names.
///
/// Prefer ``Feature`` and its ``FeatureName``. Every call is safe from any thread.
public final class FeatureFlagsAdapter: Sendable {
  /// Creates an adapter; all its functions are static.
  public init() {}

  /// Whether a feature is enabled; `false` if there is none of that name.
  public static func isEnabled(_ feature: String) -> Bool {
    Feature.isEnabled(FeatureName(rawValue: feature))
  }

  /// The analytics text of the variation that the user gets; `nil` if it has none.
  public static func label(_ testName: String) -> String? {
    guard let feature = Feature(named: FeatureName(rawValue: testName)) else { return nil }
    return feature.label(feature.testVariation())
  }

  /// The variation that the user gets; `nil` if there is no feature of that name.
  public static func testVariation(_ testName: String) -> String? {
    Feature(named: FeatureName(rawValue: testName))?.testVariation().rawValue
  }

  /// Whether the user gets a variation of a test.
  public static func userIsInTest(_ testName: String, variation: String) -> Bool {
    Feature.isTestVariation(
      feature: FeatureName(rawValue: testName),
      variation: TestVariation(rawValue: variation)
    )
  }
}

/// The calls for other string types, which are Foundation's `NSString` in a program that uses it.
///
/// They are generic, because the library does not import Foundation.
extension FeatureFlagsAdapter {
  /// A string type, such as `NSString`.
  public typealias Text = CustomStringConvertible & ExpressibleByStringLiteral

  /// Whether a feature is enabled; `false` if there is none of that name.
  public static func isEnabled<Name: Text>(_ feature: Name) -> Bool {
    isEnabled(feature.description)
  }

  /// The analytics text of the variation that the user gets; `nil` if it has none.
  public static func label<Name: Text>(_ testName: Name) -> Name? {
    text(label(testName.description))
  }

  /// The variation that the user gets; `nil` if there is no feature of that name.
  public static func testVariation<Name: Text>(_ testName: Name) -> Name? {
    text(testVariation(testName.description))
  }

  /// Whether the user gets a variation of a test.
  public static func userIsInTest<Name: Text>(_ testName: Name, variation: Name) -> Bool {
    userIsInTest(testName.description, variation: variation.description)
  }

  /// Converts a string to another string type: by Foundation's bridging, or as a literal.
  private static func text<Other: Text>(_ text: String?) -> Other? {
    if let bridged = text as? Other { return bridged }
    guard let literal = text as? Other.StringLiteralType else { return nil }
    return Other(stringLiteral: literal)
  }
}
