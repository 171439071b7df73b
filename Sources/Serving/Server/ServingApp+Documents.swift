import Documents
import FeatureFlags
import HTTPServer

extension ServingApp {
  /// Responds with a document that is generated from the features and their overrides.
  func document(
    _ kind: DocumentRequest.Kind,
    _ endpoint: ServedEndpoint,
    _ request: borrowing ServerRequest
  ) -> ServerReply {
    let user = request.parameter("user").flatMap { $0.isEmpty ? nil : $0 }
    let context = user.map { EvaluationContext(targetingKey: $0) }
    let client = endpoint == .unleash ? sdk(request) : client(request)
    recorder.recordRequest(endpoint, from: client, context: context)
    return reply(
      to: Validators(request),
      DocumentRequest(kind: kind, user: kind.hasUserOfSettings ? settings.user : user)
    )
  }

  /// Responds with the datafile of the source, whatever SDK key the request has.
  ///
  /// SDKs with an access token request the key below `auth/`.
  func datafile(_ request: borrowing ServerRequest) -> ServerReply {
    let name = request.path.dropFirst(ServingRoute.datafilePrefix.count)
    let key = name.hasPrefix("auth/") ? name.dropFirst(5) : name
    guard key.hasSuffix(".json"), key.count > 5, !key.contains("/") else {
      recorder.recordRequest(.datafile, from: client(request))
      return .response(
        .error(
          404,
          "found the datafile \"\(name)\", expected \(ServingRoute.datafilePrefix)KEY.json"
        )
      )
    }
    return document(.datafile, .datafile, request)
  }

  /// Responds with a part of a document, such as one flag, whose name is the rest of the path.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - endpoint: The endpoint, by which the request is recorded.
  ///   - prefix: The path before the name.
  ///   - part: Returns the part with a name, and the time of the last change; called on the pool, because the
  ///     time depends on the size of the document.
  /// - Returns: The response; status 404 without such a part.
  func part(
    _ request: borrowing ServerRequest,
    _ endpoint: ServedEndpoint,
    after prefix: String,
    _ part:
      @escaping @Sendable (String) throws(ServedDocumentError) -> (bytes: [UInt8], modified: Int64)
  ) -> ServerReply {
    let client = endpoint == .unleash ? sdk(request) : client(request)
    recorder.recordRequest(endpoint, from: client)
    let name = String(Substring(request.path.utf8.dropFirst(prefix.utf8.count)))
    let validators = Validators(request)
    return pool.reply {
      do throws(ServedDocumentError) {
        let (bytes, modified) = try part(name)
        let document = ServedDocument(bytes: bytes, modified: modified)
        return .response(document.response(to: validators))
      } catch {
        return .response(.error(404, "\(error)"))
      }
    }
  }

  private func reply(to validators: Validators, _ request: DocumentRequest) -> ServerReply {
    // Read the version before the features, so that the document is never cached as that of a later
    // version.
    let version = served.version
    let cache = request.isShared ? documents.shared : documents.single
    if let outcome = cache.cached(request, version: version.number) {
      return .response(Self.response(outcome, validators))
    }
    return .later { [served] send in
      cache.generate(
        request,
        version: version.number,
        isShared: request.isShared,
        for: send,
        respond: { Self.response($0, validators) },
        by: { request.outcome(of: served, modified: version.modified) }
      )
    }
  }

  private static func response(
    _ outcome: DocumentRequest.Outcome,
    _ validators: Validators
  ) -> ServerResponse {
    switch outcome {
    case .success(let document): document.response(to: validators)
    case .failure(let error): .error(404, "\(error)")
    }
  }

  /// Responds to the request of an Ascend client for the experiments that its body names.
  func experiments(_ request: borrowing ServerRequest) -> ServerReply {
    recorder.recordRequest(.ascend, from: client(request))
    let body = request.body
    let validators = Validators(request)
    // Generate the response on the pool: the time depends on the number of features and on the size of the
    // document.
    return pool.reply(size: body.count) { [served] in
      do throws(DocumentError) {
        let bytes = try ServedExperiments(served.state).response(to: body)
        let document = ServedDocument(bytes: bytes, modified: nil)
        return .response(document.response(to: validators))
      } catch {
        return .response(.error(400, "the body is not a request for experiments: \(error)"))
      }
    }
  }
}

/// The caches of the documents that are generated from the features and their overrides.
struct DocumentCaches: Sendable {
  typealias Cache = ResultCache<DocumentRequest, DocumentRequest.Outcome>

  /// The cache of the documents that all clients share: one of each kind, of any size.
  let shared: Cache
  /// The cache of the documents for single users.
  let single: Cache

  /// The limits of the cache of documents for single users.
  static let limit = SizedCache<DocumentRequest, DocumentRequest.Outcome>.Limit(
    count: 64,
    size: 24 << 20,
    entry: 8 << 20
  )
  private static let unlimited = SizedCache<DocumentRequest, DocumentRequest.Outcome>.Limit(
    count: 16,
    size: .max,
    entry: .max
  )

  init(pool: WorkPool) {
    shared = Cache(limit: Self.unlimited, pool: pool) { _, _ in 0 }
    single = Cache(limit: Self.limit, pool: pool) { request, outcome in
      256 + (request.user?.utf8.count ?? 0) + outcome.size
    }
  }
}

extension DocumentRequest.Outcome {
  fileprivate var size: Int {
    switch self {
    case .success(let document): document.bytes.count
    case .failure: 256
    }
  }
}
