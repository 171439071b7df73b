/// The drop-in API for code that names features with strings.
///
/// Prefer ``Feature`` and ``Feature/Name``. Every method is safe to call from any thread.
public final class FeatureFlagsAdapter: Sendable {
  /// Creates an adapter without state; all methods are static.
  public init() {}

  /// Returns whether the feature with the given name is enabled; `false` if there is none.
  public static func isEnabled(_ feature: String) -> Bool {
    Feature.isEnabled(Feature.Name(rawValue: feature))
  }

  /// Returns the analytics text of the variation that the user gets; `nil` if it has none.
  public static func label(_ testName: String) -> String? {
    guard let feature = Feature(named: Feature.Name(rawValue: testName)) else { return nil }
    return feature.label(feature.testVariation())
  }

  /// Returns the variation that the user gets; `nil` if there is no feature with the given name.
  public static func testVariation(_ testName: String) -> String? {
    Feature(named: Feature.Name(rawValue: testName))?.testVariation().rawValue
  }

  /// Returns whether the user gets the variation of the test.
  public static func userIsInTest(_ testName: String, variation: String) -> Bool {
    Feature.isTestVariation(
      feature: Feature.Name(rawValue: testName),
      variation: TestVariation(rawValue: variation)
    )
  }
}

/// The methods for other string types, such as `NSString` of Foundation.
///
/// The methods are generic, because the library does not import Foundation.
extension FeatureFlagsAdapter {
  /// A string type other than `String`, such as `NSString`.
  public typealias Text = CustomStringConvertible & ExpressibleByStringLiteral

  /// Returns whether the feature with the given name is enabled; `false` if there is none.
  public static func isEnabled<Name: Text>(_ feature: Name) -> Bool {
    isEnabled(feature.description)
  }

  /// Returns the analytics text of the variation that the user gets; `nil` if it has none.
  public static func label<Name: Text>(_ testName: Name) -> Name? {
    text(label(testName.description))
  }

  /// Returns the variation that the user gets; `nil` if there is no feature with the given name.
  public static func testVariation<Name: Text>(_ testName: Name) -> Name? {
    text(testVariation(testName.description))
  }

  /// Returns whether the user gets the variation of the test.
  public static func userIsInTest<Name: Text>(_ testName: Name, variation: Name) -> Bool {
    userIsInTest(testName.description, variation: variation.description)
  }

  /// Converts a string to another string type, by the bridging of Foundation or as a literal.
  private static func text<Other: Text>(_ text: String?) -> Other? {
    if let bridged = text as? Other { return bridged }
    guard let literal = text as? Other.StringLiteralType else { return nil }
    return Other(stringLiteral: literal)
  }
}
