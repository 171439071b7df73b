public import FoundationEssentials

extension OptimizelyError: LocalizedError, CustomStringConvertible {
  /// The message of the error, which is also its text in the reasons of a decision.
  public var errorDescription: String? { reason }

  /// The message of the error.
  public var description: String { reason }

  /// The message of the error, with the wording of the Swift SDK for the cases that the SDK has.
  public var reason: String {
    switch self {
    case .generic: "Unknown reason."
    case .sdkNotReady: "Optimizely SDK not configured properly yet."
    case .featureKeyInvalid(let key): "No flag was found for key \"\(key)\"."
    case .variableValueInvalid(let key):
      "Variable value for key \"\(key)\" is invalid or wrong type."
    case .invalidJSONVariable: "Invalid variables for OptimizelyJSON."
    case .userIdInvalid: "Provided user ID is in an invalid format."
    case .bucketingIdInvalid(let id): "Invalid bucketing ID (\(id))."
    case .userProfileInvalid: "Provided user profile object is invalid."
    case .userProfileFailed(let hint): "User profile failed (\(hint))."
    case .eventKeyInvalid(let key): "Event key (\(key)) is not in datafile."
    case .eventBuildFailure(let key): "Failed to create a dispatch event (\(key))"
    case .eventTagsFormatInvalid: "Provided event tags are in an invalid format."
    case .eventDispatchFailed(let hint): "Event dispatch failed (\(hint))."
    case .eventDispatcherConfigError(let hint): "EventDispatcher config error (\(hint))."
    case .eventQueueFull(let limit):
      "Event dispatch failed (EventQueue is full: \(limit) unsent events)."
    case .experimentKeyInvalid(let key):
      "Experiment key (\(key)) is not in datafile. It is either invalid, paused, or archived."
    case .experimentIdInvalid(let id): "Experiment ID (\(id)) is not in datafile."
    case .experimentHasNoTrafficAllocation(let key):
      "No traffic allocation rules are defined for experiment (\(key))."
    case .variationKeyInvalid(let experiment, let key):
      "No variation key (\(key)) defined in datafile for experiment (\(experiment))."
    case .variationIdInvalid(let experiment, let id):
      "No variation ID (\(id)) defined in datafile for experiment (\(experiment))."
    case .variationUnknown(let user, let key):
      "User (\(user)) does not meet conditions to be in experiment/feature (\(key))."
    case .variableKeyInvalid(let key, let flag):
      "Variable with key (\(key)) associated with feature with key (\(flag)) is not in datafile."
    case .attributesKeyInvalid(let key): "Attribute key (\(key)) is not in datafile."
    case .attributeValueInvalid(let key): "Attribute value for (\(key)) is invalid."
    case .attributeFormatInvalid: "Provided attributes are in an invalid format."
    case .groupIdInvalid(let id): "Group ID (\(id)) is not in datafile."
    case .groupHasNoTrafficAllocation(let id):
      "No traffic allocation rules are defined for group (\(id))."
    case .rolloutIdInvalid(let id, let flag):
      "Invalid rollout ID (\(id)) attached to feature (\(flag))."
    case .conditionNoMatchingAudience(let id): "Audience (\(id)) is not in datafile."
    case .conditionInvalidFormat(let hint): "Condition has an invalid format (\(hint))."
    case .conditionCannotBeEvaluated(let hint): "Condition cannot be evaluated (\(hint))."
    case .evaluateAttributeInvalidCondition(let condition):
      "Audience condition (\(condition)) has an unsupported condition value. " + Self.upgradeHint
    case .evaluateAttributeInvalidFormat(let hint):
      "Evaluation attribute has an invalid format (\(hint))."
    case .userAttributeInvalidType(let condition):
      "Audience condition (\(condition)) uses an unknown condition type. " + Self.upgradeHint
    case .userAttributeInvalidMatch(let condition):
      "Audience condition (\(condition)) uses an unknown match type. " + Self.upgradeHint
    case .evaluateAttributeInvalidType(let condition, let value, let key):
      Self.unknown(condition, "a value of type (\(value)) was passed for user attribute (\(key))")
    case .evaluateAttributeValueOutOfRange(let condition, let key):
      Self.unknown(
        condition,
        "the number value for user attribute (\(key)) is not in the range [-2^53, +2^53]"
      )
    case .userAttributeNilValue(let condition): Self.unknown(condition, "of null value")
    case .userAttributeInvalidName(let condition):
      Self.unknown(condition, "of invalid attribute name")
    case .nilAttributeValue(let condition, let key):
      Self.unknown(condition, "a null value was passed for user attribute (\(key))")
    case .missingAttributeValue(let condition, let key):
      Self.unknown(condition, "no value was passed for user attribute (\(key))")
    case .datafileDownloadFailed(let hint): "Datafile download failed (\(hint))."
    case .dataFileInvalid(nil): "Provided datafile is in an invalid format."
    case .dataFileInvalid(let error?): "Provided datafile is in an invalid format (\(error))."
    case .dataFileVersionInvalid(let version):
      "Provided datafile version (\(version)) is not supported."
    case .datafileSavingFailed(let hint): "Datafile save failed (\(hint))."
    case .datafileLoadingFailed(let hint): "Datafile load failed (\(hint))."
    case .cacheFailed(let error), .overridesFailed(let error): "\(error)"
    case .invalidSegmentIdentifier: "Audience segments fetch failed (invalid identifier)"
    case .fetchSegmentsFailed(let hint): "Audience segments fetch failed (\(hint))."
    case .odpEventFailed(let hint, _): "ODP event send failed (\(hint))."
    case .odpNotIntegrated: "ODP is not integrated."
    case .odpNotEnabled: "ODP is not enabled."
    case .odpInvalidData: "ODP data is not valid."
    case .odpInvalidAction: "ODP action is not valid (cannot be empty)."
    case .cmabFetchFailed(let hint): "CMAB decision fetch failed (\(hint))."
    case .invalidCmabFetchResponse: "Invalid CMAB fetch response."
    }
  }

  private static let upgradeHint =
    "You may need to upgrade to a newer release of the Optimizely SDK."

  private static func unknown(_ condition: String, _ cause: String) -> String {
    "Audience condition (\(condition)) evaluated to UNKNOWN because \(cause)."
  }
}
