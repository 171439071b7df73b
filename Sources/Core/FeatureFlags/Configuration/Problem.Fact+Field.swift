extension Problem.Fact {
  /// The severity of the problem in a document of features.
  var severity: Problem.Severity {
    switch self {
    case .duplicateKey, .unknownKey, .emptyName, .equivalentName, .labelCount, .unlockedTest,
      .loneSurrogate, .service, .fewerFeatures, .longCluster(isFatal: false),
      .noVariations, .singleVariation, .emptyVariation, .unusedBiases:
      .warning
    case .developmentEnabled: .note
    case .notAFeature, .missingName, .duplicateName, .wrongKind, .unknownType, .conflictingType,
      .duplicateVariation, .biasCount, .biasSum, .biasRange, .assignmentRange,
      .longCluster(isFatal: true):
      .error
    }
  }

  /// The key of the malformed field, to find its line; `nil` if the problem concerns no single
  /// field.
  var key: RawFeature.Key? {
    switch self {
    case .biasCount, .biasSum, .biasRange, .unusedBiases: .biases
    case .labelCount: .labels
    case .conflictingType, .unknownType: .type
    case .duplicateVariation, .noVariations, .singleVariation, .emptyVariation: .variations
    case .assignmentRange: .assignment
    case .unlockedTest: .unlocked
    case .developmentEnabled: .development
    case .notAFeature, .missingName, .emptyName, .duplicateName, .equivalentName, .duplicateKey,
      .unknownKey, .wrongKind, .loneSurrogate, .service, .fewerFeatures, .longCluster:
      nil
    }
  }
}
