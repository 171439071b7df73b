package import Documents
package import FeatureFlags
package import Networking

/// The decision about a flag, in the form of the SDKs of its system.
package protocol SystemDecision: Sendable {
  /// The cells of a row for a terminal: flag, state, variation, kind of the rule, and rule.
  var row: [String] { get }
  var json: JSONValue { get }
  /// The reasons, the steps of the evaluation if the request has asked for them, and what an app sends.
  var lines: [String] { get }
  /// Whether the options of the request include the decision in its results.
  var isShown: Bool { get }
  /// The flag and its variation, such as `cart: blue`.
  var text: String { get }
  /// What an impression of the decision reports: equal ones are sent once; `nil` if an app sends none.
  var exposure: [String?]? { get }
}

/// A request to decide flags for a user.
package struct DecisionRequest: Sendable {
  package let context: EvaluationContext
  /// The keys of the flags.
  package let keys: [String]
  /// The forced variations of flags and rules, by the key of the flag.
  package let forced: [String: Override]
  /// The names of options of the SDKs, which are some of ``DecisionSupport/options``.
  package let options: Set<String>
  /// Whether the decisions have the steps of the evaluation.
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

/// An evaluator of a system whose SDKs make decisions with options, forced variations and impressions.
package protocol DecidingEvaluator: FlagEvaluator {
  /// The keys of all flags.
  var keys: [String] { get }

  /// Decides flags without the overrides of the tester.
  func decide(_ request: DecisionRequest) -> [any SystemDecision]

  /// Decides the flag of a feature with its override, as an app that follows the overrides does.
  func systemDecision(of feature: Feature, in context: EvaluationContext) -> any SystemDecision

  /// Describes the forced variations of unknown flags, rules and variations, which SDKs ignore.
  func mistakes(in forced: [String: Override]) -> [String]
}

/// Stores the impressions of decisions in a folder, and sends them to a server in the background.
package protocol DecisionSink: Sendable {
  /// The folder in which impressions are stored until they are sent.
  var folder: String { get }
  /// The number of stored impressions.
  var waitingCount: Int { get }

  /// Stores the impressions of decisions, and starts to send them.
  ///
  /// - Throws: The reason why they cannot be stored; then none of them is sent.
  func send(_ decisions: [any SystemDecision]) throws

  /// Sends all stored impressions, until a request fails.
  func flush() async

  /// Sends all stored impressions with several attempts, and closes the sink.
  ///
  /// - Parameter limit: The deadline for all attempts together.
  /// - Returns: The number of impressions that are still stored.
  func finish(within limit: Duration) async -> Int
}

/// The parts of ``DecidingEvaluator`` that are known without a document.
package struct DecisionSupport: Sendable {
  /// The names of the options in the SDKs.
  package let options: [String]
  /// Creates the sink of a server.
  package let sink: @Sendable (DecisionServer) -> any DecisionSink

  package init(
    options: [String],
    sink: @escaping @Sendable (DecisionServer) -> any DecisionSink
  ) {
    (self.options, self.sink) = (options, sink)
  }
}

/// A server that receives impressions, and how they are sent.
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
