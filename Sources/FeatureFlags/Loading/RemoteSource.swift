public import Networking

public import struct FoundationEssentials.Date

/// A source that fetches a configuration from an `http` or `https` URL, with conditional requests.
///
/// ```swift
/// let source = try RemoteSource(
///   url: "https://flags.example.test/features.json",
///   headers: ["Accept": "application/json"],
///   deadline: .seconds(10)
/// )
/// let configuration = try Configuration(bytes: await source.read())
/// print(configuration.features.count)
/// ```
public struct RemoteSource: Source {
  /// The URL for display, without user name, password, and the values of secret query parameters.
  public var name: String { server.address.display }
  /// The URL that identifies the workspace of the source.
  package var location: String { server.address.location }
  private let server: SourceServer
  private let request: HTTPRequest

  /// The key of the cached configuration that is a fallback for this source.
  ///
  /// The key equals `name`. If `name` hides a secret, a digest distinguishes URLs that differ in
  /// their secrets.
  public var address: String? { server.address.cacheKey }

  /// Creates a source; the first request is sent when the source is read.
  ///
  /// A redirect from `https` to `http` is an error.
  ///
  /// - Parameters:
  ///   - url: The absolute URL.
  ///   - headers: The headers of each request.
  ///   - deadline: The timeout of the complete response, 30 s by default; `nil` for no limit. The
  ///     timeout between two bytes is 15 s; a deadline of more than 30 s is also the timeout
  ///     between two bytes.
  ///   - largest: The largest accepted document in bytes, 32 MiB by default.
  ///   - client: The HTTP client; several sources can share a client.
  ///   - now: Returns the wall clock time, to which a date in `Retry-After` is compared.
  /// - Throws: `unsupported` for a URL with a different scheme, `unusable` for an invalid URL or
  ///   header.
  public init(
    url: String,
    headers: HTTPHeaders = [:],
    deadline: Duration? = .seconds(30),
    largest: Int = 32 << 20,
    client: HTTPClient = HTTPClient(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) throws(SourceError) {
    server = SourceServer(url, client: client, now: now)
    var request = HTTPRequest(url: url, headers: headers)
    request.deadline = deadline
    if let deadline, deadline > .seconds(30) { request.idleLimit = deadline }
    request.maximumBodySize = largest
    self.request = try server.validated(request)
  }

  /// Returns whether a text is an `http` or `https` URL.
  public static func isAddress(_ text: String) -> Bool {
    HTTPAddress.isWeb(text)
  }

  /// Fetches the document without a conditional request.
  ///
  /// - Throws: `unreachable` or `status`.
  public func read() async throws(SourceError) -> [UInt8] {
    try await fetch(unlessStill: nil, progress: nil).bytes ?? []
  }

  /// Fetches the document; with a known revision, the request is conditional.
  ///
  /// - Throws: `unreachable` or `status`.
  public func fetch(
    unlessStill revision: HTTPRevision?,
    progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws(SourceError) -> Fetched {
    try await server.fetch(
      revision.map(request.revalidating) ?? request,
      isConditional: revision != nil,
      progress: progress
    )
  }
}
