/// An experiment with the variant that is assigned to the user, and the variables of that variant.
///
/// Experiments usually come from the server. Tests and previews create their own:
///
/// ```swift
/// let experiment = Experiment(
///   experimentId: "exp-7",
///   userIdentifierType: "user_id",
///   status: "active",
///   variables: .dictionary(["steps": .int(2)]),
///   experimentKey: "checkout_flow",
///   variantName: "short"
/// )
/// AscendExperiments.shared.setExperimentsToStorage([experiment.experimentKey: experiment])
/// ```
public struct Experiment: Hashable, Sendable, Identifiable {
  /// The id of the experiment on the server.
  public let experimentId: String
  /// The kind of id that the experiment uses to identify users, such as `user_id`.
  public let userIdentifierType: String
  /// The status of the experiment on the server, such as `active`.
  public let status: String
  /// The variables of the variant, as a dictionary; `nil` if the variant has none.
  public let variables: ExperimentVariable?
  /// The key with which an app requests the experiment.
  public let experimentKey: String
  /// The name of the variant that is assigned to the user.
  public let variantName: String

  /// Creates an experiment without a server response; meant for tests and previews.
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

  /// The id of the experiment on the server; the same as ``experimentId``.
  public var id: String { experimentId }
  /// Whether the status is `active`, ignoring letter case.
  public var isActive: Bool { status.lowercased() == "active" }
  /// Whether the variant has variables: `true` even for an empty dictionary, `false` for `nil` and
  /// ``ExperimentVariable/empty``.
  public var hasVariables: Bool { variables?.hasValue ?? false }
}

extension Experiment: CustomStringConvertible {
  /// A description on one line: the key, the id, the status, the variant, and whether it has
  /// variables.
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

  /// A variable in the list format of a server response: name, value and type are strings.
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

  /// Decodes an experiment from a server response or the snapshot file.
  ///
  /// The variables are an object of values without types, or, in a server response, a list of
  /// strings with types. An empty list means no variables.
  ///
  /// - Throws: A decoding error for a missing field or a wrong type.
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
    // Drops the error: a value other than a list is decoded as an object below. Errors inside a list are
    // thrown.
    if (try? container.nestedUnkeyedContainer(forKey: .variables)) != nil {
      let list = try container.decode([ListedVariable].self, forKey: .variables)
      return ExperimentVariable(named: list.map { ($0.key, $0.value, $0.dataType) })
    }
    return try container.decodeIfPresent([String: ExperimentVariable].self, forKey: .variables)
      .map(ExperimentVariable.dictionary)
  }
}

extension ExperimentVariable {
  /// Creates a dictionary from a list of variables in the form of a server response; `nil` for an empty
  /// list.
  ///
  /// The last of several variables with the same name wins.
  init?(named list: [(key: String, value: String, dataType: String)]) {
    guard !list.isEmpty else { return nil }
    var variables: [String: ExperimentVariable] = [:]
    for entry in list {
      variables[entry.key] = ExperimentVariable(entry.value, dataType: entry.dataType)
    }
    self = .dictionary(variables)
  }
}

/// The variant of an experiment that is assigned to the user.
public struct ExperimentVariant: Hashable, Sendable, Codable, Identifiable {
  /// The id of the experiment on the server.
  public let experimentId: String
  /// The name of the variant that is assigned to the user.
  public let variantName: String

  /// Creates a variant without an experiment; meant for tests.
  public init(experimentId: String, variantName: String) {
    self.experimentId = experimentId
    self.variantName = variantName
  }

  /// Creates the variant of a fetched experiment.
  public init(from experiment: Experiment) {
    self.init(experimentId: experiment.experimentId, variantName: experiment.variantName)
  }

  /// The id of the experiment and the name of the variant, joined by a hyphen.
  public var id: String { "\(experimentId)-\(variantName)" }
}

extension ExperimentVariant: CustomStringConvertible {
  /// A description with experiment and variant, such as `ExperimentVariant exp-7: short`.
  public var description: String { "ExperimentVariant \(experimentId): \(variantName)" }
}
