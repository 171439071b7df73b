public import Connectivity
internal import Dispatch
internal import FoundationNetworking

/// Creates the validator for a validation mode, with the API of the original framework.
///
/// New code sets ``Connectivity/validationMode``, which creates the validator.
public struct ResponseValidatorFactory {
  private var settings = ConnectivitySettings()

  /// Creates a factory for validators of one mode.
  ///
  /// - Parameters:
  ///   - validationMode: The mode of the validator.
  ///   - expectedResponse: The expected text for the modes that compare texts.
  ///   - regEx: The regular expression for the mode `matchesRegularExpression`.
  ///   - customValidator: The validator of the app for the mode `custom`.
  public init(
    validationMode: ConnectivityResponseValidationMode,
    expectedResponse: String,
    regEx: String,
    customValidator: any ConnectivityResponseValidator
  ) {
    settings.expectedResponseString = expectedResponse
    settings.expectedResponseRegEx = regEx
    settings.validator = customValidator.asValidator
    settings.validationMode = validationMode
  }

  /// Returns the validator for the mode of the factory.
  public func manufacture() -> any ConnectivityResponseValidator {
    settings.validator.asResponseValidator
  }
}

// The internal names of the original framework: its own tests compile with them after `@testable
// import ConnectivityFoundation`.
typealias Configuration = ConnectivityConfiguration
typealias ResponseContainsStringValidator = ConnectivityResponseContainsStringValidator
typealias ResponseRegExValidator = ConnectivityResponseRegExValidator
typealias ResponseStringEqualityValidator = ConnectivityResponseStringEqualityValidator
typealias ResponseStringValidator = ConnectivityResponseStringValidator
typealias ResponseValidator = ConnectivityResponseValidator

extension Connectivity {
  var externalQueue: DispatchQueue { settings.callbackQueue }
  var internalQueue: DispatchQueue { settings.connectivityQueue }
}

extension ConnectivityConfiguration {
  /// A new URL session configuration whose timeouts are those of the settings.
  var urlSessionConfiguration: URLSessionConfiguration {
    let configuration = Self.defaultURLSessionConfiguration
    let seconds = settings.timeout / .seconds(1)
    configuration.timeoutIntervalForRequest = seconds
    configuration.timeoutIntervalForResource = seconds
    return configuration
  }
}
