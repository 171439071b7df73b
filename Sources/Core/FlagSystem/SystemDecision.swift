package import Documents
package import FeatureFlags
package import Networking

/// The decision about a flag, as the SDKs of its flag system report it.
package protocol SystemDecision: Sendable {
  /// The cells of a table row for a terminal: flag, state, variation, kind of the rule, and rule.
  var row: [String] { get }
  var json: JSONValue { get }
  /// The lines below the row: the reasons, the steps of the evaluation if requested, and the impressions
  /// that an app sends.
  var lines: [String] { get }
  /// Whether the results contain the decision; an option of the request can exclude it, such as
  /// `enabledFlagsOnly`.
  var isShown: Bool { get }
  /// The flag and its variation, such as `cart: blue`.
  var text: String { get }
  /// The values by which impressions of the decision are compared; `nil` if an app sends no impression.
  ///
  /// If the values are equal to those of the previous decision about the flag, no new impression is
  /// sent.
  var exposure: [String?]? { get }
}

/// A request to decide flags for a user.
package struct DecisionRequest: Sendable {
  package let context: EvaluationContext
  /// The keys of the flags.
  package let keys: [String]
  /// The overrides and forced variations, by the key of the flag.
  package let forced: [String: Override]
  /// The names of the enabled options of the SDKs, a subset of ``DecisionSupport/options``.
  package let options: Set<String>
  /// Whether the decisions contain the steps of the evaluation.
  package let hasTrace: Bool

  package init(
    context: EvaluationContext,
    keys: [String],
    forced: [String: Override],
    options: Set<String>,
    hasTrace: Bool
  ) {
    (self.context, self.keys, self.forced) = (context, keys, forced)
    (self.options, self.hasTrace) = (options, hasTrace)
  }
}

/// An evaluator for a flag system whose SDKs make decisions with options, forced variations and
/// impressions.
package protocol DecidingEvaluator: FlagEvaluator {
  /// The keys of all flags.
  var keys: [String] { get }

  /// Decides flags with the overrides of the request.
  func decide(_ request: DecisionRequest) -> [any SystemDecision]

  /// Decides the flag of a feature with its override, as in an app that applies the overrides.
  func systemDecision(of feature: Feature, in context: EvaluationContext) -> any SystemDecision

  /// Describes the forced variations that SDKs ignore, because the flag, the rule or the variation is
  /// unknown.
  func mistakes(in forced: [String: Override]) -> [String]
}

/// Stores the impressions of decisions in a folder, and sends them to a server in the background.
package protocol DecisionSink: Sendable {
  /// The folder in which impressions are stored until they are sent.
  var folder: String { get }
  /// The number of stored impressions.
  var waitingCount: Int { get }

  /// Stores the impressions of decisions, and starts sending them.
  ///
  /// - Throws: The reason why the impressions cannot be stored; none of them is sent then.
  func send(_ decisions: [any SystemDecision]) throws

  /// Sends all stored impressions, until a request fails.
  func flush() async

  /// Sends all stored impressions with several attempts, and closes the sink.
  ///
  /// - Parameter limit: The deadline for all attempts together.
  /// - Returns: The number of impressions that are still stored.
  func finish(within limit: Duration) async -> Int
}

/// The decision features of a flag system that do not depend on a document: the SDK options and the
/// sink.
package struct DecisionSupport: Sendable {
  /// The names of all options of the SDKs.
  package let options: [String]
  /// Creates the sink that sends impressions to a server.
  package let sink: @Sendable (DecisionServer) -> any DecisionSink

  package init(
    options: [String],
    sink: @escaping @Sendable (DecisionServer) -> any DecisionSink
  ) {
    (self.options, self.sink) = (options, sink)
  }
}

/// A server that receives impressions, with the settings for sending them.
package struct DecisionServer: Sendable {
  package let url: String
  /// The workspace that stores the impressions until they are sent.
  package let workspace: Workspace
  /// The deadline of one request.
  package let timeout: Duration
  package let client: HTTPClient
  /// Receives descriptions of rejected impressions and file errors; called on any thread.
  package let onProblem: @Sendable (String) -> Void

  package init(
    url: String,
    workspace: Workspace,
    timeout: Duration,
    client: HTTPClient,
    onProblem: @escaping @Sendable (String) -> Void
  ) {
    (self.url, self.workspace, self.timeout) = (url, workspace, timeout)
    (self.client, self.onProblem) = (client, onProblem)
  }
}
