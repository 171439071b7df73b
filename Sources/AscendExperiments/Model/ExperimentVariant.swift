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

  /// The experiment and the variant in one text.
  public var id: String { "\(experimentId)-\(variantName)" }
}
