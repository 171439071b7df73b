import Documents
import TestSupport

/// An OpenFeature provider for Python, which is downloaded and run in a separate process.
struct OpenFeatureClient {
  /// The name of a provider in `evaluate.py`.
  enum Provider: String, CaseIterable {
    case ofrep, flipt, gofeatureflag
  }

  /// One evaluation to request: the key, the default value of the app, and the user.
  struct Evaluation {
    /// The type in the name of the provider's method, such as `boolean`.
    let type: String
    let key: String
    let defaultValue: JSONValue
    let user: String?
    let attributes: [(key: String, value: JSONValue)]

    init(
      _ type: String,
      _ key: String,
      default defaultValue: JSONValue,
      user: String? = nil,
      attributes: [(key: String, value: JSONValue)] = []
    ) {
      self.type = type
      self.key = key
      self.defaultValue = defaultValue
      self.user = user
      self.attributes = attributes
    }
  }

  let provider: Provider
  /// The base URL of the server.
  let url: String
  /// The token of the server; `nil` for none.
  var token: String?

  /// The Python packages of all providers.
  static let packages = [
    "openfeature-sdk>=0.10,<0.11", "openfeature-provider-ofrep>=0.3,<0.4",
    "openfeature-provider-flipt>=0.1.3,<0.2", "gofeatureflag-python-provider>=1.3,<2",
  ]

  /// Evaluates flags, and returns a line for each flag: the value as JSON with the variant and the reason,
  /// or the default value with the error code.
  ///
  /// - Throws: The output of a failed process.
  func evaluate(_ evaluations: [Evaluation]) async throws -> [String] {
    let cases = JSONValue.object([
      ("provider", .string(provider.rawValue)), ("url", .string(url)), ("token", .text(token)),
      ("evaluations", .list(evaluations.map(\.json))),
    ])
    let output = try await Self.run("evaluate.py", document: cases.text())
    return output.split(separator: "\n").map(String.init)
  }

  /// Requests all flags twice, the second time with the entity tag, and returns the printed line.
  func evaluateAll(for user: String) async throws -> String {
    try await Self.run("bulk.py", ["\(url)/ofrep/v1/evaluate/flags", user])
  }

  private static func run(
    _ script: String,
    _ arguments: [String] = [],
    document: String? = nil
  ) async throws -> String {
    // Does not block a thread of the cooperative pool: the server needs the pool for responses.
    try await onThread {
      let folder = try TemporaryFolder()
      let python = try PythonEnvironment.shared(packages)
      let path = try document.map { [try folder.write($0, to: "cases.json")] } ?? []
      let all = [PythonEnvironment.script(script)] + path + arguments
      return try PythonEnvironment.run(python, all, in: folder)
    }
  }
}

extension OpenFeatureClient.Evaluation {
  fileprivate var json: JSONValue {
    .object([
      ("type", .string(type)), ("key", .string(key)), ("default", defaultValue),
      ("user", .text(user)), ("attributes", .object(attributes)),
    ])
  }
}
