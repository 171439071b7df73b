public import FeatureFlags
import Locking
public import Networking

public import struct FoundationEssentials.Date

/// Fetches the experiments of a user from an Ascend server.
///
/// Sends the same `POST` request as `AscendExperiments`.
public struct AscendSource: ServerSource {
  package static let prefix = "ascend+"
  package let server: SourceServer
  private let experiments: ExperimentsFile
  private var requestBody: ExperimentsRequestBody
  private let settings: RequestSettings
  private var identity: AscendIdentity
  /// The revision of the last response.
  ///
  /// Only this revision is sent for revalidation, because a document of any other revision may contain
  /// different experiments.
  private var revision = Locked<HTTPRevision?>(nil)

  /// The URL together with the ids of the user, because a cached response is valid for one user
  /// only.
  public var address: String? {
    "\(server.cacheKey) for \(identity.userId) as guest \(identity.guestId)"
  }

  /// Returns whether a text is a URL of an Ascend server: `ascend+https://…` or `ascend+http://…`.
  public static func isAddress(_ text: String) -> Bool {
    hasAddress(text)
  }

  /// Creates a source for the URL of an Ascend server; the first read sends the first request.
  ///
  /// - Parameters:
  ///   - url: The URL, such as `ascend+https://flags.example.test/v1/allocations`.
  ///   - experiments: The experiments to request.
  ///   - identity: The user whose variants are requested. Without a guest id, the user id is sent
  ///     as the stable id.
  ///   - headers: The headers of each request, such as `api-key`.
  ///   - attributes: The attributes of the user; `nil` sends attributes of the machine.
  ///   - deadline: The timeout of a complete response; `nil` for no limit.
  ///   - client: The HTTP client; several sources can share a client.
  ///   - now: Returns the wall clock time, to which a date in `Retry-After` is compared.
  /// - Throws: `unsupported` for a URL with a different scheme, `unusable` for an invalid URL or
  ///   header.
  public init(
    url: String,
    experiments: ExperimentsFile,
    identity: AscendIdentity,
    headers: HTTPHeaders = [:],
    attributes: [String: String]? = nil,
    deadline: Duration? = .seconds(30),
    client: HTTPClient = HTTPClient(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) throws(SourceError) {
    server = try SourceServer(
      url,
      of: Self.self,
      headers: headers,
      dependencies: ServerDependencies(client: client, now: now),
      accepting: 200...299,
      // Drops the parse error of a malformed body: parsing it as a configuration reports the line.
      refusal: { (try? ExperimentsResponseBody(bytes: $0))?.problem?.text }
    )
    self.identity = AscendIdentity(
      userId: identity.userId,
      guestId: identity.guestId.isEmpty ? identity.userId : identity.guestId
    )
    self.experiments = experiments
    requestBody = ExperimentsRequestBody(
      keys: experiments.defaults.keys,
      identity: self.identity,
      attributes: attributes ?? HostInfo.attributes
    )
    settings = RequestSettings(
      url: server.url,
      defaultHeaders: [:],
      headers: headers,
      timeout: deadline
    )
    _ = try server.validated(request(unlessStill: nil))
  }

  /// Returns the source for a different user.
  ///
  /// A user without a targeting key is treated as the guest of this source.
  public func source(for context: EvaluationContext) -> any Source {
    var source = self
    let key = context.targetingKey ?? ""
    source.identity = AscendIdentity(userId: key, guestId: key.isEmpty ? identity.guestId : key)
    source.requestBody = ExperimentsRequestBody(
      keys: experiments.defaults.keys,
      identity: source.identity,
      attributes: context.attributes.isEmpty
        ? HostInfo.attributes : context.attributes.mapValues(\.unquoted)
    )
    // Clears the revision, which belongs to the response for the previous user.
    source.revision = Locked(nil)
    return source
  }

  /// Fetches the experiments; with a known revision, the request is conditional.
  ///
  /// - Throws: `unreachable` or `status`; `refused` for a response with an error object.
  public func fetch(
    unlessStill revision: HTTPRevision?,
    progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws(SourceError) -> Fetched {
    let known = self.revision.withLock { $0 }
    let still = revision == known ? revision : nil
    let fetched = try await server.fetch(
      request(unlessStill: still),
      isConditional: still != nil,
      progress: progress
    )
    if fetched.bytes != nil { self.revision.withLock { $0 = fetched.facts?.revision } }
    return fetched
  }

  private func request(unlessStill revision: HTTPRevision?) -> HTTPRequest {
    let lastModified = revision?.lastModified.flatMap { Int64($0) }
    return requestBody.request(settings, identity: identity, lastModified: lastModified)
  }
}
