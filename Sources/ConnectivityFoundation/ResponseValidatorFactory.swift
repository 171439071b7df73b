public import Connectivity
internal import Dispatch
internal import FoundationNetworking

/// Creates the validator of a validation mode, as the type of the same name in the original does.
///
/// New code sets ``Connectivity/validationMode``, which creates the validator.
public struct ResponseValidatorFactory {
  private var settings = ConnectivitySettings()

  /// Creates a factory.
  ///
  /// - Parameters:
  ///   - validationMode: The mode of the validator.
  ///   - expectedResponse: The expected text of the modes that compare texts.
  ///   - regEx: The regular expression of the mode `matchesRegularExpression`.
  ///   - customValidator: The validator of the mode `custom`.
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

  /// Creates the validator.
  public func manufacture() -> any ConnectivityResponseValidator {
    settings.validator.asResponseValidator
  }
}

// The internal names of the original, with which its own tests compile after `@testable import
// ConnectivityFoundation`.
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
  /// A new URL session configuration with the effective timeout.
  var urlSessionConfiguration: URLSessionConfiguration {
    let configuration = Self.defaultURLSessionConfiguration
    let seconds = settings.timeout / .seconds(1)
    configuration.timeoutIntervalForRequest = seconds
    configuration.timeoutIntervalForResource = seconds
    return configuration
  }
}
