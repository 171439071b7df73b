/// An experiment with the variant that this user gets, and the variables of that variant.
public struct Experiment: Hashable, Sendable, Identifiable {
  /// The server's name for the experiment.
  public let experimentId: String
  /// What users are told apart by, such as `user_id`.
  public let userIdentifierType: String
  /// How far the experiment has come, such as `active`.
  public let status: String
  /// A dictionary of the variables; `nil` if the variant has none.
  public let variables: ExperimentVariable?
  /// The name by which an app asks for the experiment.
  public let experimentKey: String
  /// The variant that this user gets.
  public let variantName: String

  /// Makes an experiment.
  public init(
    experimentId: String,
    userIdentifierType: String,
    status: String,
    variables: ExperimentVariable? = nil,
    experimentKey: String,
    variantName: String
  ) {
    self.experimentId = experimentId
    self.userIdentifierType = userIdentifierType
    self.status = status
    self.variables = variables
    self.experimentKey = experimentKey
    self.variantName = variantName
  }

  /// The server's name for the experiment.
  public var id: String { experimentId }
  /// Whether the status is `active`, in any letter case.
  public var isActive: Bool { status.lowercased() == "active" }
  /// Whether the variant has variables: true for an empty dictionary, false for an empty variable.
  public var hasVariables: Bool { variables?.hasValue ?? false }
}

extension Experiment: CustomStringConvertible {
  /// The key, the id, the status, the variant and whether it has variables, in one line.
  public var description: String {
    "Experiment \(experimentKey) (\(experimentId), \(status)): variant \(variantName), "
      + (hasVariables ? "with variables" : "without variables")
  }
}

extension Experiment: Codable {
  private enum CodingKeys: String, CodingKey {
    case experimentId = "experiment_id"
    case userIdentifierType = "user_identifier_type"
    case status
    case variables
    case experimentKey = "experiment_key"
    case variantName = "variant_name"
  }

  /// A variable in the form of the server.
  private struct ListedVariable: Decodable {
    let value: String
    let key: String
    let dataType: String

    private enum CodingKeys: String, CodingKey {
      case value
      case key
      case dataType = "data_type"
    }
  }

  /// Reads an experiment.
  ///
  /// The variables are an object of bare values, or a list of texts with their types as the server
  /// sends it; an empty list is none.
  ///
  /// - Throws: What is missing, or of the wrong type.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      experimentId: try container.decode(String.self, forKey: .experimentId),
      userIdentifierType: try container.decode(String.self, forKey: .userIdentifierType),
      status: try container.decode(String.self, forKey: .status),
      variables: try Self.variables(in: container),
      experimentKey: try container.decode(String.self, forKey: .experimentKey),
      variantName: try container.decode(String.self, forKey: .variantName)
    )
  }

  private static func variables(
    in container: KeyedDecodingContainer<CodingKeys>
  ) throws -> ExperimentVariable? {
    // Anything but a list is decoded as an object below; errors inside a list are thrown.
    if (try? container.nestedUnkeyedContainer(forKey: .variables)) != nil {
      let list = try container.decode([ListedVariable].self, forKey: .variables)
      return ExperimentVariable(named: list.map { ($0.key, $0.value, $0.dataType) })
    }
    return try container.decodeIfPresent([String: ExperimentVariable].self, forKey: .variables)
      .map(ExperimentVariable.dictionary)
  }
}

extension ExperimentVariable {
  /// Makes a dictionary of variables in the form of the server; `nil` of none.
  ///
  /// Where a name comes twice, the last one counts.
  init?(named list: [(key: String, value: String, dataType: String)]) {
    guard !list.isEmpty else { return nil }
    var variables: [String: ExperimentVariable] = [:]
    for entry in list {
      variables[entry.key] = ExperimentVariable(entry.value, dataType: entry.dataType)
    }
    self = .dictionary(variables)
  }
}
