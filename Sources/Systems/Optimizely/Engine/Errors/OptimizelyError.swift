public import FeatureFlags
public import FoundationEssentials

/// An error of the Optimizely client, with the cases of the Swift SDK 5.4 and four additional ones.
///
/// The evaluation of a flag throws no error: the reasons of the decision contain the messages of
/// its errors. Errors of background work are passed to `OptimizelySdkSettings.onProblem` and to the
/// logger. Two errors are equal if their messages are equal.
public enum OptimizelyError: Error, @unchecked Sendable {
  // Unchecked: a payload has the type `Any`, as in the SDK. The library passes a string, and only
  // reads the payload's description.
  /// An error without a specific case.
  case generic

  // MARK: Decisions

  /// The client has no datafile, because it was not started or the start failed.
  case sdkNotReady
  /// The datafile has no flag with the given key.
  case featureKeyInvalid(_ key: String)
  /// The value of a variable cannot be parsed as the variable's type.
  case variableValueInvalid(_ key: String)
  /// The values of the variables cannot be encoded as JSON.
  case invalidJSONVariable

  // MARK: Experiments

  /// The datafile has no experiment with the given key.
  case experimentKeyInvalid(_ key: String)
  /// The datafile has no experiment with the given id.
  case experimentIdInvalid(_ id: String)
  /// The experiment has an empty traffic allocation.
  case experimentHasNoTrafficAllocation(_ key: String)
  /// The experiment has no variation with the given key.
  case variationKeyInvalid(_ expKey: String, _ varKey: String)
  /// The experiment has no variation with the given id.
  case variationIdInvalid(_ expKey: String, _ varKey: String)
  /// The experiment assigns no variation to the user.
  case variationUnknown(_ userId: String, _ key: String)
  /// The flag has no variable with the given key.
  case variableKeyInvalid(_ varKey: String, _ feature: String)
  /// The datafile has no event with the given key.
  case eventKeyInvalid(_ key: String)
  /// The body of an event could not be built.
  case eventBuildFailure(_ key: String)
  /// The tags of an event have a format that cannot be sent.
  case eventTagsFormatInvalid
  /// The datafile has no attribute with the given key.
  case attributesKeyInvalid(_ key: String)
  /// The value of an attribute has a type that cannot be sent.
  case attributeValueInvalid(_ key: String)
  /// The attributes have a format that cannot be sent.
  case attributeFormatInvalid
  /// The datafile has no group with the given id.
  case groupIdInvalid(_ id: String)
  /// The group has an empty traffic allocation.
  case groupHasNoTrafficAllocation(_ key: String)
  /// The datafile does not have the rollout of a flag.
  case rolloutIdInvalid(_ id: String, _ feature: String)

  // MARK: Audiences

  /// The datafile has no audience with the given id.
  case conditionNoMatchingAudience(_ id: String)
  /// A condition is malformed, for the given reason.
  case conditionInvalidFormat(_ hint: String)
  /// A condition cannot be evaluated, for the given reason.
  case conditionCannotBeEvaluated(_ hint: String)
  /// The match type does not support the condition's value.
  case evaluateAttributeInvalidCondition(_ condition: String)
  /// The user's attribute has a type that cannot be compared with the condition's value.
  case evaluateAttributeInvalidType(_ condition: String, _ value: Any, _ key: String)
  /// The magnitude of the user's number is above 2^53, where a `Double` cannot represent all
  /// integers.
  case evaluateAttributeValueOutOfRange(_ condition: String, _ key: String)
  /// The user's attribute has a format that cannot be compared.
  case evaluateAttributeInvalidFormat(_ hint: String)
  /// The condition type is not supported.
  case userAttributeInvalidType(_ condition: String)
  /// The match type is not supported.
  case userAttributeInvalidMatch(_ condition: String)
  /// The condition has no value.
  case userAttributeNilValue(_ condition: String)
  /// The condition has no attribute name.
  case userAttributeInvalidName(_ condition: String)
  /// The user's attribute is null.
  case nilAttributeValue(_ condition: String, _ key: String)
  /// The user does not have the attribute of the condition.
  case missingAttributeValue(_ condition: String, _ key: String)

  // MARK: Bucketing

  /// The user id is not valid; the library does not throw this error of the SDK.
  case userIdInvalid
  /// The bucketing id is not valid; the library does not throw this error of the SDK.
  case bucketingIdInvalid(_ id: UInt64)
  /// The app's user profile service returned a malformed profile.
  case userProfileInvalid

  // MARK: Datafiles

  /// The request for the datafile failed without a response.
  case datafileDownloadFailed(_ hint: String)
  /// The document is not a valid datafile; the payload contains the cause and its line, if known.
  case dataFileInvalid(DatafileError?)
  /// The datafile has a version other than 4.
  case dataFileVersionInvalid(_ version: String)
  /// The datafile could not be stored.
  case datafileSavingFailed(_ hint: String)
  /// Neither the server, the cache nor the app has a datafile for the SDK key.
  case datafileLoadingFailed(_ hint: String)
  /// The cached datafile could not be read or written.
  case cacheFailed(WorkspaceError)
  /// The file of a tester's overrides could not be watched or read.
  case overridesFailed(WorkspaceError)

  // MARK: Events and profiles

  /// An event could not be stored, or the server rejected it, for the given reason.
  case eventDispatchFailed(_ reason: String)
  /// The settings of an event dispatcher contradict each other.
  case eventDispatcherConfigError(_ reason: String)
  /// The queue of unsent events is full, and rejects new events.
  case eventQueueFull(limit: Int)
  /// A user profile could not be read or written.
  case userProfileFailed(String)

  // MARK: Optimizely Data Platform

  /// The data platform does not know the user.
  case invalidSegmentIdentifier
  /// The segments could not be fetched, for the given reason.
  case fetchSegmentsFailed(_ hint: String)
  /// An event could not be sent to the data platform.
  case odpEventFailed(_ hint: String, _ canRetry: Bool)
  /// The datafile has no integration with the data platform.
  case odpNotIntegrated
  /// The data platform is disabled in the settings.
  case odpNotEnabled
  /// The data of an event is neither text, number, Boolean nor null.
  case odpInvalidData
  /// The action of an event is empty.
  case odpInvalidAction

  // MARK: Contextual bandits

  /// The variation of a contextual bandit could not be fetched.
  case cmabFetchFailed(_ hint: String)
  /// The response of the prediction service of a contextual bandit has no variation.
  case invalidCmabFetchResponse
}

extension OptimizelyError {
  /// The error of an invalid datafile without details, with the name that it has in the SDK.
  ///
  /// The client throws the case with details, which also matches the pattern
  /// `OptimizelyError.dataFileInvalid`.
  public static var dataFileInvalid: OptimizelyError { .dataFileInvalid(nil) }
}

/// A value, or the error of the call that should have returned it.
public typealias OptimizelyResult<Value> = Result<Value, OptimizelyError>

extension OptimizelyError: Hashable {
  /// Whether both errors have the same message; values that the message does not contain, such as
  /// whether an event can be sent again, are not compared.
  public static func == (left: OptimizelyError, right: OptimizelyError) -> Bool {
    left.reason == right.reason
  }

  /// Hashes the message.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(reason)
  }
}

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
