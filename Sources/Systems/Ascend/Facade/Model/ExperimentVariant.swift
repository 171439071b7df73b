/// The variant of an experiment that is assigned to the user.
public struct ExperimentVariant: Hashable, Sendable, Codable, Identifiable {
  /// The id of the experiment on the server.
  public let experimentId: String
  /// The name of the variant that is assigned to the user.
  public let variantName: String

  /// Creates a variant without an experiment, such as for a test.
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
