import Documents
import FeatureFlags
import FlagSystem
import HTTPServer
import Networking

extension ServingApp {
  /// Responds with a document that is generated from the features and their overrides.
  func reply(to request: SystemRequest, with document: SystemDocument) -> ServerReply {
    let user = request.route.parameter("user").flatMap { $0.isEmpty ? nil : $0 }
    if let defect = document.defect(request.route.rest) {
      recorder.recordRequest(request.endpoint, from: request.client)
      return .response(.error(404, defect))
    }
    let context = user.map { EvaluationContext(targetingKey: $0) }
    recorder.recordRequest(request.endpoint, from: request.client, context: context)
    return reply(
      to: request.validators,
      document,
      DocumentKey(
        name: document.name,
        user: document.hasUserOfSettings ? settings.user : user,
        isShared: document.hasUserOfSettings || user == nil
      )
    )
  }

  private func reply(
    to validators: Validators,
    _ document: SystemDocument,
    _ key: DocumentKey
  ) -> ServerReply {
    // Read the version before the features, so that the document is never cached as that of a later
    // version.
    let version = served.version
    let cache = key.isShared ? documents.shared : documents.single
    let respond: @Sendable (DocumentKey.Outcome) -> ServerResponse = { outcome in
      var response =
        switch outcome {
        case .success(let document): document.response(to: validators)
        case .failure(let error): ServerResponse.error(404, "\(error)")
        }
      for field in document.headers.fields { response.headers.add(field.name, field.value) }
      return response
    }
    if let outcome = cache.cached(key, version: version.number) {
      return .response(respond(outcome))
    }
    return .later { [served] send in
      cache.generate(
        key,
        version: version.number,
        isShared: key.isShared,
        for: send,
        respond: respond,
        by: {
          DocumentKey.Outcome { () throws(ServedDocumentError) in
            ServedDocument(
              bytes: try document.bytes(served.state, key.user),
              type: document.type,
              modified: version.modified
            )
          }
        }
      )
    }
  }
}

/// What a cached document depends on, besides the version of the features.
struct DocumentKey: Hashable, Sendable {
  let name: String
  /// The targeting key of the user for whom the document is generated; `nil` for the default user.
  let user: String?
  /// Whether all clients get the same document.
  let isShared: Bool

  typealias Outcome = Result<ServedDocument, ServedDocumentError>
}

/// The caches of the documents that are generated from the features and their overrides.
struct DocumentCaches: Sendable {
  typealias Cache = ResultCache<DocumentKey, DocumentKey.Outcome>

  /// The cache of the documents that all clients share: one of each kind, of any size.
  let shared: Cache
  /// The cache of the documents for single users.
  let single: Cache

  /// The limits of the cache of documents for single users.
  static let limit = SizedCache<DocumentKey, DocumentKey.Outcome>.Limit(
    count: 64,
    size: 24 << 20,
    entry: 8 << 20
  )
  private static let unlimited = SizedCache<DocumentKey, DocumentKey.Outcome>.Limit(
    count: 16,
    size: .max,
    entry: .max
  )

  init(pool: WorkPool) {
    shared = Cache(limit: Self.unlimited, pool: pool) { _, _ in 0 }
    single = Cache(limit: Self.limit, pool: pool) { key, outcome in
      256 + (key.user?.utf8.count ?? 0) + outcome.size
    }
  }
}

extension DocumentKey.Outcome {
  fileprivate var size: Int {
    switch self {
    case .success(let document): document.bytes.count
    case .failure: 256
    }
  }
}
