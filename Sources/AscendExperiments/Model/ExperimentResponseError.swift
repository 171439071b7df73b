/// The error with which a server refuses a request.
public struct ExperimentResponseError: Hashable, Sendable, Codable {
  /// The text of the server; `nil` if it gave none.
  public let message: String?
  /// The code of the server, a number as text; `nil` if it gave none.
  public let code: String?

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - message: The text of the server.
  ///   - code: The code of the server.
  public init(message: String?, code: String? = nil) {
    self.message = message
    self.code = code
  }

  /// The error in words, such as `the error "unknown project" (code 17)`.
  var words: String {
    let error = message.map { "the error \"\($0)\"" } ?? "an error without a message"
    return error + (code.map { " (code \($0))" } ?? "")
  }
}

extension ExperimentResponseError: CustomStringConvertible {
  /// The message and the code, such as `ExperimentResponseError: the error "unknown project"`.
  public var description: String { "ExperimentResponseError: \(words)" }
}
