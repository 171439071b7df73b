public import Connectivity
internal import Dispatch
internal import FoundationNetworking

/// Makes the validator of a validation mode, as the type of the same name in the original.
///
/// Setting ``Connectivity/validationMode`` is preferred: it creates the validator.
public struct ResponseValidatorFactory {
  private var settings = ConnectivitySettings()

  /// Makes a factory.
  ///
  /// - Parameters:
  ///   - validationMode: The mode that decides which validator is made.
  ///   - expectedResponse: The text of the validators that compare with a text.
  ///   - regEx: The regular expression of the validator that searches for one.
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

  /// Makes the validator.
  public func manufacture() -> any ConnectivityResponseValidator {
    settings.validator.asResponseValidator
  }
}

// Names that the original has inside its module. They let its own tests compile with
// `@testable import ConnectivityFoundation`.
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
  /// A new URL session configuration with the timeout that applies.
  var urlSessionConfiguration: URLSessionConfiguration {
    let configuration = Self.defaultURLSessionConfiguration
    let seconds = settings.timeout / .seconds(1)
    configuration.timeoutIntervalForRequest = seconds
    configuration.timeoutIntervalForResource = seconds
    return configuration
  }
}
