internal import Connectivity
internal import Foundation
internal import FoundationNetworking
internal import Locking
internal import Networking

/// Adapts a validator of the app to the protocol of the core, and calls it for one response at a time.
final class SerializedValidator: ConnectivityValidator {
  /// The validator of the app, which need not be `Sendable`.
  ///
  /// Unchecked: a lock serializes the calls, like the delegate queue of a URL session in the
  /// original. Otherwise, the validator is only returned to the app.
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

/// Adapts a validator of the core to the protocol of the original.
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
  /// The validator as a validator of the core: the same object if it conforms to that protocol too.
  var asValidator: any ConnectivityValidator {
    (self as? any ConnectivityValidator) ?? SerializedValidator(self)
  }
}

extension ConnectivityValidator {
  /// The validator as a validator of the original: the same object if it is one or adapts one.
  var asResponseValidator: any ConnectivityResponseValidator {
    (self as? SerializedValidator)?.original
      ?? (self as? any ConnectivityResponseValidator)
      ?? CoreValidator(self)
  }
}
