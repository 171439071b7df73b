/// The error object with which a server refuses a request.
public struct ExperimentResponseError: Hashable, Sendable, Codable {
  /// The message of the server; `nil` if the server sent none.
  public let message: String?
  /// The error code of the server, a number as a string; `nil` if the server sent none.
  public let code: String?

  /// Creates an error, such as for a test.
  ///
  /// - Parameters:
  ///   - message: The message of the server.
  ///   - code: The error code of the server.
  public init(message: String?, code: String? = nil) {
    self.message = message
    self.code = code
  }

  /// The description of the error inside a message, such as `the error "unknown project" (code
  /// 17)`.
  package var text: String {
    let error = message.map { "the error \"\($0)\"" } ?? "an error without a message"
    return error + (code.map { " (code \($0))" } ?? "")
  }
}

extension ExperimentResponseError: CustomStringConvertible {
  /// The description of the error, such as `ExperimentResponseError: the error "unknown project"`.
  public var description: String { "ExperimentResponseError: \(text)" }
}
