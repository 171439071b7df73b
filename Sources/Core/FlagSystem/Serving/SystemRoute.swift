package import Documents
package import FeatureFlags
package import Networking
package import Targeting

/// A server route that the SDKs of a flag system call.
package struct SystemRoute: Sendable {
  /// The name of the endpoint in metrics and in the list of clients.
  package let endpoint: String
  package let routes: [HTTPRoute]
  package let token: TokenRule
  /// The headers in which SDKs send the names of the app and of its instance; `nil` if they send no
  /// names.
  package let names: ClientNames?
  /// Whether requests are also passed on to the host of the flag system, if the server has one; the
  /// response is then that of the host.
  package let isForwarded: Bool
  package let handler: Handler

  /// How a request proves that it may use the route.
  package enum TokenRule: Sendable {
    /// Anyone may use the route, because it reveals nothing.
    case none
    /// The token is in `Authorization: Bearer` or `X-API-Key`.
    case bearer
    /// As `bearer`, and the token may also be the whole value of `Authorization`.
    case plain
    /// As `bearer`, and the token may also be the query parameter `token`, because browsers cannot send
    /// headers when they open a stream.
    case query
  }

  /// The request headers that contain the name of the app and that of its instance.
  package struct ClientNames: Sendable {
    package let app: [StaticString]
    package let instance: StaticString

    package init(app: [StaticString], instance: StaticString) {
      (self.app, self.instance) = (app, instance)
    }
  }

  /// Creates the response to a request.
  package enum Handler: Sendable {
    /// The same response to each request; `body` is JSON or empty.
    case fixed(status: Int, body: String)
    /// A document that is created once for each change of the features.
    case document(SystemDocument)
    /// A part of a document with the time of the last change; the rest of the request path is the name
    /// of the part.
    case part(@Sendable (String) throws(ServedDocumentError) -> (bytes: [UInt8], modified: Int64))
    /// A response that depends on the request; `failure` begins the error message about a malformed
    /// request.
    case response(failure: String, @Sendable (RouteRequest) throws(DocumentError) -> [UInt8])
    /// The results of all flags for one user; `isReported` if the SDK reports evaluations itself.
    case results(
      failure: String,
      isReported: Bool,
      @Sendable (RouteRequest) throws(DocumentError) -> UserResults
    )
    /// Evaluations that an SDK reports, or the registration of an SDK.
    case report(
      failure: String,
      status: Int,
      @Sendable (RouteRequest) throws(DocumentError) -> SDKReport
    )
    /// An event stream; `limit` is the maximum size of the request in bytes.
    case stream(
      failure: String,
      limit: Int? = nil,
      @Sendable (RouteRequest) throws(RouteError) -> ServedEventStream
    )
  }

  package init(
    _ endpoint: String,
    _ routes: [HTTPRoute],
    token: TokenRule = .bearer,
    names: ClientNames? = nil,
    isForwarded: Bool = false,
    _ handler: Handler
  ) {
    (self.endpoint, self.routes, self.token) = (endpoint, routes, token)
    (self.names, self.isForwarded, self.handler) = (names, isForwarded, handler)
  }
}

extension [HTTPRoute] {
  /// The routes for requests with the given method and one of the given paths.
  package static func all(_ method: HTTPMethod, _ paths: String...) -> [HTTPRoute] {
    paths.map { HTTPRoute(method, .path($0)) }
  }

  /// The routes for requests with the given method and a path that begins with one of the given
  /// prefixes.
  package static func all(_ method: HTTPMethod, below prefixes: String...) -> [HTTPRoute] {
    prefixes.map { HTTPRoute(method, .prefix($0)) }
  }
}

/// The parts of a request that a handler reads.
package struct RouteRequest: Sendable {
  package let method: HTTPMethod
  package let path: String
  /// The rest of the path after the prefix of the route; empty for a route with a fixed path.
  package let rest: String
  package let parameters: [(name: String, value: String)]
  package let body: [UInt8]
  /// The IP address of the client.
  package let address: String

  package init(
    method: HTTPMethod,
    path: String,
    rest: String = "",
    parameters: [(name: String, value: String)] = [],
    body: [UInt8] = [],
    address: String = ""
  ) {
    (self.method, self.path, self.rest) = (method, path, rest)
    (self.parameters, self.body, self.address) = (parameters, body, address)
  }

  /// The number of bytes that have to be parsed: those of the body, or of the path if the body is empty.
  package var size: Int { body.isEmpty ? path.utf8.count : body.count }

  /// Returns the first value of a query parameter; `nil` if the parameter is missing.
  package func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }
}

/// The reason why a request gets no stream.
package enum RouteError: Error {
  case malformed(DocumentError)
  case missing(ServedDocumentError)
}

/// A document that is generated from the features and their overrides.
package struct SystemDocument: Sendable {
  /// The name by which the document is cached.
  package let name: String
  /// The media type.
  package let type: String
  /// Headers of the response, in addition to those for caching.
  package let headers: HTTPHeaders
  /// Whether the document depends on the user in the request.
  package let isForUser: Bool
  /// Returns the reason why a path has no document; `nil` if it has one.
  package let defect: @Sendable (_ rest: String) -> String?
  /// Generates the document for the user with a targeting key; `nil` for the default user.
  package let bytes:
    @Sendable (_ state: ServedState, _ user: String?) throws(ServedDocumentError) -> [UInt8]

  package init(
    _ name: String,
    type: String = "application/json",
    headers: HTTPHeaders = [:],
    isForUser: Bool = false,
    defect: @escaping @Sendable (_ rest: String) -> String? = { _ in nil },
    bytes:
      @escaping @Sendable (_ state: ServedState, _ user: String?) throws(ServedDocumentError) ->
      [UInt8]
  ) {
    (self.name, self.type, self.headers) = (name, type, headers)
    (self.isForUser, self.defect, self.bytes) = (isForUser, defect, bytes)
  }
}

/// The results of all flags for one user.
package struct UserResults: Sendable {
  package let context: EvaluationContext
  /// The name of the app; `nil` if the request does not contain it.
  package let app: String?
  /// Evaluates the flags, and returns their number and the body of the response.
  package let evaluate: @Sendable () throws(ServedDocumentError) -> (count: Int, bytes: [UInt8])

  package init(
    for context: EvaluationContext,
    app: String? = nil,
    _ evaluate:
      @escaping @Sendable () throws(ServedDocumentError) -> (count: Int, bytes: [UInt8])
  ) {
    (self.context, self.app, self.evaluate) = (context, app, evaluate)
  }
}

/// The evaluations that an SDK reports.
package struct SDKReport: Sendable {
  /// The number of evaluations of each flag.
  package var counts: [EvaluationCounts]
  /// Individual evaluations, the newest last.
  package var evaluations: [Evaluation] = []
  /// The name of the app; `nil` if the SDK does not send it.
  package var app: String?
  package var instance: String?

  /// One evaluation of a flag for a user.
  package struct Evaluation: Sendable {
    package let flag: String
    package let value: String
    /// The index of the variation; `nil` for a value that is not that of a variation.
    package let variation: Int?
    package let context: EvaluationContext

    package init(flag: String, value: String, variation: Int?, context: EvaluationContext) {
      (self.flag, self.value) = (flag, value)
      (self.variation, self.context) = (variation, context)
    }
  }

  package init(
    counts: [EvaluationCounts],
    evaluations: [Evaluation] = [],
    app: String? = nil,
    instance: String? = nil
  ) {
    (self.counts, self.evaluations) = (counts, evaluations)
    (self.app, self.instance) = (app, instance)
  }
}

/// The events of a stream.
package struct ServedEventStream: Sendable {
  /// The topic; an event is created once for all streams with the same topic.
  package let topic: EventStreamTopic
  /// Creates the event for a change, in the format of server-sent events; `nil` to send no event.
  package let content: @Sendable (_ number: Int, _ modified: Int64) -> [UInt8]?
  /// Creates the event that a new client receives immediately; `nil` to send no event.
  package let first: @Sendable () -> [UInt8]?

  package init(
    _ topic: EventStreamTopic,
    content: @escaping @Sendable (_ number: Int, _ modified: Int64) -> [UInt8]?,
    first: @escaping @Sendable () -> [UInt8]? = { nil }
  ) {
    (self.topic, self.content, self.first) = (topic, content, first)
  }
}

/// The identity of an event stream; streams with equal topics share their events.
package struct EventStreamTopic: Hashable, Sendable {
  package let name: String
  /// The request with the user for whom the events are evaluated, as received; `nil` for events that need no
  /// evaluation for a user.
  package let request: [UInt8]?
  /// Whether the events contain no document, so that clients request the new state themselves.
  package let isSignal: Bool

  package init(_ name: String, request: [UInt8]? = nil, isSignal: Bool = false) {
    (self.name, self.request, self.isSignal) = (name, request, isSignal)
  }
}
