import Documents
import FeatureFlags
import FlagSystem
import Networking

extension DocumentKind {
  static let unleash = DocumentKind("a document of Unleash", of: UnleashEvaluator.self)
}

/// The routes that SDKs of Unleash call.
struct UnleashRoutes {
  private let forced: ForcedDocument<ServedUnleash>

  private static let names = SystemRoute.ClientNames(
    app: ["unleash-appname", "x-unleash-appname"],
    instance: "unleash-instanceid"
  )

  @Sendable
  static func all(_ source: ServedSource) -> [SystemRoute] {
    let forced = ForcedDocument(source) { state, version throws(ServedDocumentError) in
      try ServedUnleash(state, version: version.modified)
    }
    return UnleashRoutes(forced: forced).all
  }

  private var all: [SystemRoute] {
    servers + frontEnds + [
      SystemRoute(
        "health",
        .all(.get, "/health"),
        token: .none,
        .fixed(status: 200, body: #"{"health":"GOOD"}"#)
      )
    ]
  }

  private var servers: [SystemRoute] {
    let forced = forced
    let client = "/api/client"
    return [
      server(.all(.get, client + "/features"), forced.document("unleash", \.document)),
      server(
        .all(.get, below: client + "/features/"),
        .part { name throws(ServedDocumentError) in
          let served = try forced.get()
          return (try served.flag(name), served.version)
        }
      ),
      server(.all(.get, client + "/delta"), forced.document("unleash-delta", \.hydration)),
      server(
        .all(.get, client + "/streaming"),
        forced.stream("unleash", first: \.connected) { new, former in
          new.changes(since: former).map { ServerSentEvent.bytes("unleash-updated", $0) }
        }
      ),
      server(
        .all(.post, client + "/metrics", client + "/register"),
        report(202, hasInstance: true)
      ),
    ]
  }

  private var frontEnds: [SystemRoute] {
    let (client, proxy) = ("/api/frontend", "/api/proxy")
    return [
      frontEnd(Self.getsAndPosts(client, proxy), toggles(includesDisabled: false)),
      frontEnd(
        Self.getsAndPosts(client + "/all", proxy + "/all"),
        toggles(includesDisabled: true)
      ),
      frontEnd(
        .all(
          .post,
          client + "/client/metrics",
          client + "/client/register",
          proxy + "/client/metrics",
          proxy + "/client/register"
        ),
        report(200, hasInstance: false)
      ),
    ]
  }

  private static func getsAndPosts(_ paths: String...) -> [HTTPRoute] {
    paths.flatMap { [HTTPRoute(.get, .path($0)), HTTPRoute(.post, .path($0))] }
  }

  private func server(_ routes: [HTTPRoute], _ handler: SystemRoute.Handler) -> SystemRoute {
    SystemRoute("unleash", routes, token: .plain, names: Self.names, handler)
  }

  private func frontEnd(_ routes: [HTTPRoute], _ handler: SystemRoute.Handler) -> SystemRoute {
    SystemRoute("frontend", routes, token: .plain, names: Self.names, handler)
  }

  /// Handles a request of a front-end SDK: evaluates all flags for the user in its query or body.
  private func toggles(includesDisabled: Bool) -> SystemRoute.Handler {
    let forced = forced
    return .results(failure: "the body has no context of a user", isReported: true) {
      request throws(DocumentError) in
      let context =
        request.method == .post
        ? try EvaluationContext(unleash: request.body, address: request.address)
        : EvaluationContext(unleash: request.parameters, address: request.address)
      return UserResults(for: context, app: context.attributes["appName"]?.unquoted) {
        () throws(ServedDocumentError) in
        let toggles = try forced.get().evaluator.toggles(for: context) { .random(in: 0..<1) }
        return (
          toggles.count, UnleashToggle.document(toggles, includesDisabled: includesDisabled)
        )
      }
    }
  }

  /// Handles reported evaluation counts and registrations.
  ///
  /// Only a server SDK identifies an instance of its app; a front-end SDK does not.
  private func report(_ status: Int, hasInstance: Bool) -> SystemRoute.Handler {
    .report(failure: "the body has no metrics of an SDK", status: status) {
      request throws(DocumentError) in
      let metrics = try UnleashMetrics(bytes: request.body)
      return SDKReport(
        counts: metrics.counts,
        app: metrics.appName,
        instance: hasInstance ? metrics.instanceID : nil
      )
    }
  }
}

extension EvaluationContext {
  /// Creates the user from the query of a request of a front-end SDK, such as
  /// `userId=ana&properties[plan]=gold`.
  ///
  /// - Parameters:
  ///   - parameters: The query parameters; names other than the standard fields of Unleash are
  ///     properties.
  ///   - address: The IP address of the client, used if the query has no `remoteAddress`.
  init(unleash parameters: [(name: String, value: String)], address: String) {
    var fields: [String: AttributeValue] = [:]
    var properties: [String: AttributeValue] = [:]
    let start = "properties["
    for (name, value) in parameters {
      if name.hasPrefix(start), name.hasSuffix("]") {
        properties[String(name.dropFirst(start.count).dropLast())] = .string(value)
      } else {
        fields[name] = .string(value)
      }
    }
    if !properties.isEmpty { fields["properties"] = .object(properties) }
    self.init(fields: fields, address: address)
  }

  /// Creates the user from the body of a request of a front-end SDK, such as
  /// `{"context": {"userId": "ana"}}`.
  ///
  /// An empty body, or a body without a context, means a user without an id.
  ///
  /// - Throws: The syntax error, or an error with the path of a field of the wrong type.
  init(unleash body: [UInt8], address: String) throws(DocumentError) {
    var context: [String: AttributeValue] = [:]
    if !body.isEmpty {
      let fields = try FieldReader(try JSONReader.read(body, as: .json))
      context = try fields.optionalValues("context", of: AttributeValue.init) ?? [:]
    }
    self.init(fields: context, address: address)
  }

  private init(fields: [String: AttributeValue], address: String) {
    // Ignores empty fields, as Unleash does.
    var attributes = fields.filter { $0.value != .null && $0.value != .string("") }
    let user = attributes.removeValue(forKey: "userId")?.unquoted
    if attributes["remoteAddress"] == nil { attributes["remoteAddress"] = .string(address) }
    self.init(targetingKey: user, attributes: attributes)
  }
}
