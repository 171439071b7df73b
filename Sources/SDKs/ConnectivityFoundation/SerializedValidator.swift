internal import Connectivity
internal import Foundation
internal import FoundationNetworking
internal import Locking
internal import Networking

/// Adapts a validator of the app to ``ConnectivityValidator``, and serializes its calls.
final class SerializedValidator: ConnectivityValidator {
  /// Wraps the validator of the app, which need not be `Sendable`.
  ///
  /// Unchecked, because a lock serializes the calls, as the delegate queue of a URL session does in
  /// the original framework. The validator is otherwise only returned to the app.
  private struct Box: @unchecked Sendable {
    let validator: any ConnectivityResponseValidator
  }

  private let box: Box
  /// The lock that is held while the validator of the app runs.
  private let call = Locked(())

  init(_ validator: any ConnectivityResponseValidator) {
    box = Box(validator: validator)
  }

  /// The validator that the app has set.
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

/// Adapts a ``ConnectivityValidator`` to the protocol of the original framework.
private final class ConnectivityValidatorAdapter: ConnectivityValidator,
  ConnectivityResponseValidator
{
  let validator: any ConnectivityValidator

  init(_ validator: any ConnectivityValidator) {
    self.validator = validator
  }

  func accepts(_ response: HTTPResponse, to request: ConnectivityURLRequest) -> Bool {
    validator.accepts(response, to: request)
  }
}

extension ConnectivityResponseValidator {
  /// The validator as a ``ConnectivityValidator``: itself if it conforms, or else an adapter.
  var asValidator: any ConnectivityValidator {
    (self as? any ConnectivityValidator) ?? SerializedValidator(self)
  }
}

extension ConnectivityValidator {
  /// The validator as a ``ConnectivityResponseValidator``: the validator that `self` adapts, `self`
  /// if it conforms, or else an adapter.
  var asResponseValidator: any ConnectivityResponseValidator {
    (self as? SerializedValidator)?.original
      ?? (self as? any ConnectivityResponseValidator)
      ?? ConnectivityValidatorAdapter(self)
  }
}
