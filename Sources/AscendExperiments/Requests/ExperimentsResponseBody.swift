import Documents
import FeatureFlags
import FoundationEssentials

/// The parsed body of a response with experiments.
struct ExperimentsResponseBody: Sendable {
  /// An experiment of the response, with the variant of the user.
  struct Item: Sendable {
    let id: String?
    let key: String?
    let name: String?
    let status: String
    let variant: Variant?
    let variantName: String?
    let line: Int?

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
  struct Variant: Sendable {
    let displayName: String?
    let variables: [Variable]

    init(_ node: Node) throws(DocumentError) {
      let fields = try FieldReader(node)
      displayName = try fields.optionalText("display_name")
      variables = try fields.optionalList("variables", of: Variable.init) ?? []
    }
  }

  /// A variable of a variant: its value as a string, and the name of its type.
  struct Variable: Sendable {
    let value: String
    let key: String
    let dataType: String
    let line: Int?

    init(_ node: Node) throws(DocumentError) {
      let fields = try FieldReader(node)
      value = try fields.text("value")
      key = try fields.text("key")
      dataType = try fields.text("data_type")
      line = fields.line
    }
  }

  /// The experiments of the response; empty if the server refused the request.
  let items: [Item]
  /// The error object of the response; `nil` unless the server refused the request.
  let problem: ExperimentResponseError?

  /// Parses the body of a response.
  ///
  /// - Throws: An error for the first field of the wrong type, with its path and line.
  init(bytes: [UInt8]) throws(DocumentError) {
    let body = try FieldReader(try JSONReader.read(bytes, as: .json))
    let items = try body.optional("data") { data throws(DocumentError) in
      try FieldReader(data).optionalList("experiment_map", of: Item.init)
    }
    self.items = (items ?? nil) ?? []
    problem = try body.optional("error", read: Self.problem)
  }

  /// Parses the error of a response: a string, or an object with a message and a code.
  private static func problem(
    _ error: Node
  ) throws(DocumentError) -> ExperimentResponseError {
    if let message = error.string { return ExperimentResponseError(message: message) }
    let fields = try FieldReader(error)
    let code = fields.value("code").flatMap { $0.string ?? JSONValue($0)?.text() }
    return ExperimentResponseError(message: try fields.optionalText("message"), code: code)
  }

  /// Parses the experiments of a response; a random id replaces a missing experiment id.
  ///
  /// - Parameters:
  ///   - bytes: The body of the response.
  ///   - status: The HTTP status of the response.
  /// - Returns: The experiments, in the order of the response.
  /// - Throws: `malformed` with the line, or `refused` with the error of the server.
  static func experiments(
    in bytes: [UInt8],
    status: Int
  ) throws(ExperimentsError) -> [Experiment] {
    let body: ExperimentsResponseBody
    do throws(DocumentError) {
      body = try ExperimentsResponseBody(bytes: bytes)
    } catch {
      throw .malformed(error.line.map { "line \($0): \(error)" } ?? "\(error)")
    }
    if let problem = body.problem {
      throw .refused(message: problem.message, code: problem.code, status: status)
    }
    return body.items.map(Experiment.init)
  }
}

extension Experiment {
  fileprivate init(_ item: ExperimentsResponseBody.Item) {
    let variables = item.variant?.variables ?? []
    self.init(
      experimentId: item.id ?? UUID().uuidString,
      userIdentifierType: "user_id",
      status: item.status,
      variables: ExperimentVariable(named: variables.map { ($0.key, $0.value, $0.dataType) }),
      experimentKey: item.key ?? "",
      variantName: item.variantName ?? ""
    )
  }
}
