import Documents
import FeatureFlags
import FlagSystem
import Networking
import Targeting

import struct FoundationEssentials.Data

extension DocumentKind {
  static let launchDarkly = DocumentKind(
    "a document of LaunchDarkly",
    of: LaunchDarklyEvaluator.self
  )
}

/// The routes that SDKs of LaunchDarkly call.
struct LaunchDarklyRoutes {
  private let forced: ForcedDocument<ServedLaunchDarkly>

  @Sendable
  static func all(_ source: ServedSource) -> [SystemRoute] {
    let forced = ForcedDocument(source) { state, version throws(ServedDocumentError) in
      try ServedLaunchDarkly(state, version: version.modified)
    }
    return LaunchDarklyRoutes(forced: forced).all
  }

  private var all: [SystemRoute] { reports + clients + servers }

  private func route(_ routes: [HTTPRoute], _ handler: SystemRoute.Handler) -> SystemRoute {
    SystemRoute("launchdarkly", routes, token: .plain, handler)
  }
}

// MARK: Server SDKs

extension LaunchDarklyRoutes {
  private var servers: [SystemRoute] {
    let forced = forced
    return [
      route(.all(.get, "/sdk/latest-all"), forced.document("launchdarkly", \.document)),
      route(
        .all(.get, "/all"),
        forced.stream("launchdarkly", first: \.put) { $0.events(after: $1) }
      ),
      route(.all(.get, "/sdk/poll"), forced.document("launchdarkly-poll", \.poll)),
      route(
        .all(.get, "/sdk/stream"),
        forced.stream("launchdarkly-transfers", first: \.transferEvents) { new, _ in
          new.transferEvents
        }
      ),
      route(.all(.get, "/sdk/flags"), forced.document("launchdarkly-flags", \.flags)),
      // For SDKs that keep no flags in memory, such as the one for PHP.
      route(
        .all(.get, below: "/sdk/flags/"),
        .part { key throws(ServedDocumentError) in
          let served = try forced.get()
          return (try served.flag(key), Int64(served.version))
        }
      ),
      route(
        .all(.get, below: "/sdk/segments/"),
        .part { key throws(ServedDocumentError) in
          let served = try forced.get()
          return (try served.segment(key), Int64(served.version))
        }
      ),
    ]
  }
}

// MARK: Client SDKs

extension LaunchDarklyRoutes {
  private static let failure = "the request has no context"

  private var clients: [SystemRoute] {
    // The event has a space as data, because clients ignore an event without data.
    let ping = ServerSentEvent.bytes("ping", [0x20])
    return [
      route(
        Self.getsAndReports("/sdk/evalx/", "/msdk/evalx/"),
        results
      ),
      route(
        Self.getsAndReports("/eval/", "/meval/") + .all(.report, "/meval"),
        resultsStream
      ),
      // For older client SDKs, which request their results again after each event.
      route(
        .all(.get, "/mping") + .all(.get, below: "/ping/"),
        .stream(failure: "") { _ throws(RouteError) in
          ServedEventStream(
            EventStreamTopic("launchdarkly-pings", isSignal: true),
            content: { _, _ in ping },
            first: { ping }
          )
        }
      ),
      // Responds with an empty list: goals only count clicks in browsers.
      route(.all(.get, below: "/sdk/goals/"), .fixed(status: 200, body: "[]")),
    ]
  }

  private static func getsAndReports(_ prefixes: String...) -> [HTTPRoute] {
    [HTTPMethod.get, .report].flatMap { method in
      prefixes.map { HTTPRoute(method, .prefix($0)) }
    }
  }

  private var results: SystemRoute.Handler {
    let forced = forced
    return .results(failure: Self.failure, isReported: true) { request throws(DocumentError) in
      let user = try ClientResultsRequest(request)
      return UserResults(for: user.context) { () throws(ServedDocumentError) in
        let results = user.results(of: try forced.get())
        return (results.count, results.json)
      }
    }
  }

  /// A stream that sends the results for the context of the client when it connects, and after each
  /// change.
  private var resultsStream: SystemRoute.Handler {
    let forced = forced
    return .stream(failure: Self.failure, limit: ClientResultsRequest.streamLimit) {
      request throws(RouteError) in
      let user = try mapError(ClientResultsRequest(request), to: RouteError.malformed)
      let event: @Sendable () -> [UInt8]? = {
        // Drops the error: if there is no document, the client keeps the results that it has.
        let document = try? forced.get()
        let bytes = document.map { ServerSentEvent.bytes("put", user.results(of: $0).json) }
        return WorkBudget.hasEnded ? nil : bytes
      }
      return ServedEventStream(
        EventStreamTopic("launchdarkly-" + user.variant, request: request.contextBytes),
        content: { _, _ in event() },
        first: event
      )
    }
  }
}

extension RouteRequest {
  fileprivate var contextBytes: [UInt8] { method == .report ? body : Array(path.utf8) }
}

// MARK: Events of SDKs

extension LaunchDarklyRoutes {
  private var reports: [SystemRoute] {
    [
      route(
        .all(.post, "/bulk", "/mobile", "/mobile/events", "/mobile/events/bulk")
          + .all(.post, below: "/events/bulk/"),
        .report(failure: "the body has no events of an SDK", status: 202) {
          request throws(DocumentError) in
          let events = try LaunchDarklyEvents(bytes: request.body)
          return SDKReport(
            counts: events.counts,
            evaluations: events.evaluations.map(SDKReport.Evaluation.init)
          )
        }
      ),
      // Accepts and ignores the self-descriptions that SDKs send.
      route(
        .all(.post, "/diagnostic", "/mobile/events/diagnostic")
          + .all(.post, below: "/events/diagnostic/"),
        .fixed(status: 202, body: "")
      ),
    ]
  }
}

extension SDKReport.Evaluation {
  fileprivate init(_ evaluation: LaunchDarklyEvents.Evaluation) {
    self.init(
      flag: evaluation.flag,
      value: evaluation.result.value.description,
      variation: evaluation.result.variation,
      context: EvaluationContext(launchDarkly: evaluation.context)
    )
  }
}

/// A request of a client SDK for the results of one context.
struct ClientResultsRequest: Hashable, Sendable {
  let context: EvaluationContext
  private let sdk: LaunchDarklyClientSDK
  private let hasReasons: Bool

  /// Identifies the form of the results, apart from the context: the kind of SDK, and whether they
  /// include reasons.
  var variant: String { "\(sdk)\(hasReasons ? "-reasons" : "")" }

  /// The maximum size of the context in a request for an event stream, in bytes as received.
  ///
  /// It is limited because a stream keeps the context in memory until it ends.
  static let streamLimit = 32 << 10

  /// Parses the request; the context is JSON in the body, or Base64 at the end of the path.
  ///
  /// - Throws: The syntax error, or `unexpected` if the context is not an object.
  init(_ request: RouteRequest) throws(DocumentError) {
    let end = String(request.path.split(separator: "/").last ?? "")
    let bytes = request.method == .report ? request.body : Self.decoded(end)
    let node = try JSONReader.read(bytes, as: .json)
    guard node.members != nil else { throw node.mismatch(expected: "a context") }
    context = EvaluationContext(launchDarkly: AttributeValue(node))
    sdk = request.path.hasPrefix("/m") ? .mobile : .browser
    hasReasons = request.parameter("withReasons") == "true"
  }

  /// Decodes Base64 with or without padding, in the standard or the URL-safe alphabet; the result is
  /// empty if the text is malformed.
  private static func decoded(_ text: String) -> [UInt8] {
    var usual = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }.filter { $0 != "=" })
    usual += String(repeating: "=", count: (4 - usual.utf8.count % 4) % 4)
    return Data(base64Encoded: usual).map(Array.init) ?? []
  }

  /// Evaluates the flags of a served document that the SDK may see.
  func results(of served: ServedLaunchDarkly) -> (count: Int, json: [UInt8]) {
    served.evaluator.clientPayload(
      for: context,
      sdk,
      version: served.version,
      hasReasons: hasReasons
    )
  }
}

extension EvaluationContext {
  /// Creates a user from a context in the JSON format of LaunchDarkly, whose members become the
  /// attributes.
  init(launchDarkly context: AttributeValue) {
    guard case .object(let members) = context else {
      self.init()
      return
    }
    var key = members["key"]
    if key == nil, case .object(let user)? = members["user"] { key = user["key"] }
    self.init(targetingKey: key?.unquoted, attributes: members)
  }
}
