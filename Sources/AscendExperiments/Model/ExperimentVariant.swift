/// Which variant of an experiment this user gets.
public struct ExperimentVariant: Hashable, Sendable, Codable, Identifiable {
  /// The server's name for the experiment.
  public let experimentId: String
  /// The variant that this user gets.
  public let variantName: String

  /// Makes a variant.
  public init(experimentId: String, variantName: String) {
    self.experimentId = experimentId
    self.variantName = variantName
  }

  /// Makes the variant that an experiment has.
  public init(from experiment: Experiment) {
    self.init(experimentId: experiment.experimentId, variantName: experiment.variantName)
  }

  /// The experiment and the variant in one text.
  public var id: String { "\(experimentId)-\(variantName)" }
}

extension ExperimentVariant: CustomStringConvertible {
  /// The experiment and the variant, such as `ExperimentVariant exp-7: short`.
  public var description: String { "ExperimentVariant \(experimentId): \(variantName)" }
}
