public import FeatureFlags
import Locking
public import Networking

public import struct FoundationEssentials.Date

/// Fetches the experiments of a user from an Ascend server.
///
/// Sends the same `POST` request as `AscendExperiments`.
public struct AscendSource: Source {
  /// The URL for display, without user name, password, and the values of secret query parameters.
  public var name: String { server.address.display }
  /// The URL that identifies the workspace of the source.
  package var location: String { server.address.location }
  private let server: SourceServer
  private let experiments: ExperimentsFile
  private var requestBody: ExperimentsRequestBody
  private let settings: RequestSettings
  private var identity: AscendIdentity
  /// The revision of the last response; only this revision is revalidated, because the document of
  /// any other revision may contain different experiments.
  private var revision = Locked<HTTPRevision?>(nil)

  /// The URL together with the ids of the user, because a cached response is valid for one user
  /// only.
  public var address: String? {
    "\(server.address.cacheKey) for \(identity.userId) as guest \(identity.guestId)"
  }

  private static let prefix = "ascend+"

  /// Returns whether a text is a URL of an Ascend server: `ascend+https://…` or `ascend+http://…`.
  public static func isAddress(_ text: String) -> Bool {
    text.lowercased().hasPrefix(prefix)
      && RemoteSource.isAddress(String(text.dropFirst(prefix.count)))
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
    server = SourceServer(url, client: client, now: now)
    guard Self.isAddress(url) else {
      let scheme = url.firstRange(of: "://").map { String(url[..<$0.lowerBound]) }
      throw .unsupported(server.address.display, scheme: scheme ?? "none")
    }
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
      url: String(url.dropFirst(Self.prefix.count)),
      defaultHeaders: [:],
      headers: headers,
      timeout: deadline
    )
    _ = try request(unlessStill: nil)
  }

  /// Returns the source for a different user; a user without a targeting key is the guest of this
  /// source.
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
    // Clear the revision, which belongs to the response for the previous user.
    source.revision = Locked(nil)
    return source
  }

  /// Fetches the experiments without a conditional request.
  ///
  /// - Throws: `unreachable` or `status`; `refused` for a response with an error object.
  public func read() async throws(SourceError) -> [UInt8] {
    try await fetch(unlessStill: nil, progress: nil).bytes ?? []
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
      accepting: 200...299,
      progress: progress,
      // Drop the parse error of a malformed body: parsing it as a configuration reports the line.
      refusal: { (try? ExperimentsResponseBody(bytes: $0))?.problem?.text }
    )
    if fetched.bytes != nil { self.revision.withLock { $0 = fetched.facts?.revision } }
    return fetched
  }

  private func request(unlessStill revision: HTTPRevision?) throws(SourceError) -> HTTPRequest {
    let lastModified = revision?.lastModified.flatMap { Int64($0) }
    return try server.validated(
      requestBody.request(settings, identity: identity, lastModified: lastModified)
    )
  }
}
