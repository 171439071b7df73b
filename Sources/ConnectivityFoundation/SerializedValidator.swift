internal import Connectivity
internal import Foundation
internal import FoundationNetworking
internal import Locking
internal import Networking

/// A validator of the app in the form of the core's, called for one response at a time.
final class SerializedValidator: ConnectivityValidator {
  /// The validator of the app, which need not be `Sendable`.
  ///
  /// Unchecked: calls are serialized by the lock, as the delegate queue of a URL session serializes
  /// them in the original. Otherwise the validator is only returned to the app.
  private struct Box: @unchecked Sendable {
    let validator: any ConnectivityResponseValidator
  }

  private let box: Box
  /// Held while the validator of the app runs.
  private let call = Locked(())

  init(_ validator: any ConnectivityResponseValidator) {
    box = Box(validator: validator)
  }

  /// The validator of the app.
  var original: any ConnectivityResponseValidator { box.validator }

  func accepts(_ response: HTTPResponse, to request: ConnectivityURLRequest) -> Bool {
    let urlResponse = HTTPURLResponse(response)
    return call.withLock { _ in
      box.validator.isResponseValid(
        urlRequest: URLRequest(request),
        response: urlResponse,
        data: Data(response.body)
      )
    }
  }
}

/// A validator of the core in the form of the original's, if it is not a class with that form.
private final class CoreValidator: ConnectivityValidator, ConnectivityResponseValidator {
  let validator: any ConnectivityValidator

  init(_ validator: any ConnectivityValidator) {
    self.validator = validator
  }

  func accepts(_ response: HTTPResponse, to request: ConnectivityURLRequest) -> Bool {
    validator.accepts(response, to: request)
  }
}

extension ConnectivityResponseValidator {
  /// The validator in the form of the core's: itself if it has that form too.
  var asValidator: any ConnectivityValidator {
    (self as? any ConnectivityValidator) ?? SerializedValidator(self)
  }
}

extension ConnectivityValidator {
  /// The validator in the form of the original's: the same object if it was made from one.
  var asResponseValidator: any ConnectivityResponseValidator {
    (self as? SerializedValidator)?.original
      ?? (self as? any ConnectivityResponseValidator)
      ?? CoreValidator(self)
  }
}
