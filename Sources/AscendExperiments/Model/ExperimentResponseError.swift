/// The error object with which a server refuses a request.
public struct ExperimentResponseError: Hashable, Sendable, Codable {
  /// The message of the server; `nil` without one.
  public let message: String?
  /// The code of the server, with numbers as texts; `nil` without one.
  public let code: String?

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - message: The message of the server.
  ///   - code: The code of the server.
  public init(message: String?, code: String? = nil) {
    self.message = message
    self.code = code
  }

  /// The error for a message, such as `the error "unknown project" (code 17)`.
  var text: String {
    let error = message.map { "the error \"\($0)\"" } ?? "an error without a message"
    return error + (code.map { " (code \($0))" } ?? "")
  }
}

extension ExperimentResponseError: CustomStringConvertible {
  /// The message and the code, such as `ExperimentResponseError: the error "unknown project"`.
  public var description: String { "ExperimentResponseError: \(text)" }
}
