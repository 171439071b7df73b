package import Documents
import FeatureFlags

/// The parsed body of a response with experiments.
package struct ExperimentsResponseBody: Sendable {
  /// An experiment of the response, with the variant that is assigned to the user.
  package struct ReceivedExperiment: Sendable {
    package let id: String?
    package let key: String?
    package let name: String?
    package let status: String
    package let variant: Variant?
    package let variantName: String?
    package let line: Int?

    init(_ node: Node) throws(DocumentError) {
      let fields = try FieldReader(node)
      id = try fields.optionalText("experiment_id")
      key = try fields.optionalText("experiment_key")
      name = try fields.optionalText("experiment_name")
      status = try fields.text("status")
      variant = try fields.optional("variant", read: Variant.init)
      variantName = try fields.optionalText("variant_name")
      line = fields.line
    }
  }

  /// The variant that is assigned to the user, with its variables.
  package struct Variant: Sendable {
    package let displayName: String?
    package let variables: [Variable]

    init(_ node: Node) throws(DocumentError) {
      let fields = try FieldReader(node)
      displayName = try fields.optionalText("display_name")
      variables = try fields.optionalList("variables", of: Variable.init) ?? []
    }
  }

  /// A variable of a variant: its value as a string, and the name of its type.
  package struct Variable: Sendable {
    package let value: String
    package let key: String
    package let dataType: String
    package let line: Int?

    init(_ node: Node) throws(DocumentError) {
      let fields = try FieldReader(node)
      value = try fields.text("value")
      key = try fields.text("key")
      dataType = try fields.text("data_type")
      line = fields.line
    }
  }

  /// The experiments of the response; empty if the server refused the request.
  package let items: [ReceivedExperiment]
  /// The error object of the response; `nil` unless the server refused the request.
  package let problem: ExperimentResponseError?
  /// The warnings about the document: misspelt members and duplicate keys.
  package let findings: [DocumentFinding]

  /// Parses the body of a response.
  ///
  /// - Throws: An error for the first field of the wrong type, with its path and line.
  package init(bytes: [UInt8]) throws(DocumentError) {
    let document = DocumentGrammar.ascend.inspect(try JSONReader.read(bytes, as: .json))
    do throws(DocumentError) {
      let body = try FieldReader(document.node)
      let items = try body.optional("data") { data throws(DocumentError) in
        try FieldReader(data).optionalList("experiment_map", of: ReceivedExperiment.init)
      }
      self.items = (items ?? nil) ?? []
      problem = try body.optional("error", read: Self.problem)
      findings = document.findings
    } catch { throw document.explaining(error) }
  }

  /// Parses the error member of a response: a string, or an object with a message and a code.
  private static func problem(
    _ error: Node
  ) throws(DocumentError) -> ExperimentResponseError {
    if let message = error.string { return ExperimentResponseError(message: message) }
    let fields = try FieldReader(error)
    let code = fields.value("code").flatMap { $0.string ?? JSONValue($0)?.text() }
    return ExperimentResponseError(message: try fields.optionalText("message"), code: code)
  }
}

/// The error object with which a server refuses a request.
public struct ExperimentResponseError: Hashable, Sendable, Codable {
  /// The message of the server; `nil` if the server sent none.
  public let message: String?
  /// The error code of the server, a number as a string; `nil` if the server sent none.
  public let code: String?

  /// Creates an error object; meant for tests.
  ///
  /// - Parameters:
  ///   - message: The message of the server.
  ///   - code: The error code of the server.
  public init(message: String?, code: String? = nil) {
    self.message = message
    self.code = code
  }

  /// The error as a part of a sentence, such as `the error "unknown project" (code 17)`.
  package var text: String {
    let error = message.map { "the error \"\($0)\"" } ?? "an error without a message"
    return error + (code.map { " (code \($0))" } ?? "")
  }
}

extension ExperimentResponseError: CustomStringConvertible {
  /// The description of the error, such as `ExperimentResponseError: the error "unknown project"`.
  public var description: String { "ExperimentResponseError: \(text)" }
}
