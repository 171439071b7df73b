/// The variant of an experiment that is assigned to the user.
public struct ExperimentVariant: Hashable, Sendable, Codable, Identifiable {
  /// The id of the experiment on the server.
  public let experimentId: String
  /// The name of the variant.
  public let variantName: String

  /// Makes a variant.
  public init(experimentId: String, variantName: String) {
    self.experimentId = experimentId
    self.variantName = variantName
  }

  /// Makes the variant of an experiment.
  public init(from experiment: Experiment) {
    self.init(experimentId: experiment.experimentId, variantName: experiment.variantName)
  }

  /// The id of the experiment and the name of the variant, joined by a hyphen.
  public var id: String { "\(experimentId)-\(variantName)" }
}

extension ExperimentVariant: CustomStringConvertible {
  /// The experiment and the variant, such as `ExperimentVariant exp-7: short`.
  public var description: String { "ExperimentVariant \(experimentId): \(variantName)" }
}
