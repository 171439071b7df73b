public import Networking

public import struct FoundationEssentials.Date

/// A configuration on a server, at an `http` or `https` address.
public struct RemoteSource: Source {
  /// The URL for display: without user name, password, and the values of secret query parameters.
  public var name: String { place.display }
  /// The URL as it names the workspace of the source.
  package var location: String { place.location }
  private let place: SourceAddress
  private let request: HTTPRequest
  private let client: HTTPClient
  private let now: @Sendable () -> Date

  /// The URL whose cached configuration alone is the fallback for this source.
  ///
  /// It equals `name` unless that hides a secret: then a digest tells two such URLs apart.
  public var address: String? { place.cacheKey }

  /// Names an address; nothing is asked until it is read.
  ///
  /// An `https` address is not followed to `http`.
  ///
  /// - Parameters:
  ///   - url: The address.
  ///   - headers: What is sent with each request.
  ///   - deadline: The longest time for a whole response; `nil` is without end. A server may be
  ///     silent for 15 s, or as long as a deadline of more than 30 s.
  ///   - largest: The largest document that is taken, in bytes.
  ///   - client: What asks; sources may share one.
  ///   - now: Tells the time, for a server that names one to ask again at.
  /// - Throws: `unsupported` for another scheme, `unusable` for what can never be sent.
  public init(
    url: String,
    headers: HTTPHeaders = [:],
    deadline: Duration? = .seconds(30),
    largest: Int = 32 << 20,
    client: HTTPClient = HTTPClient(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) throws(SourceError) {
    place = SourceAddress(url)
    var request = HTTPRequest(url: url, headers: headers)
    request.deadline = deadline
    if let deadline, deadline > .seconds(30) { request.idleLimit = deadline }
    request.maximumBodySize = largest
    do throws(HTTPError) {
      request.isHTTPSOnly = try request.validated().scheme == "https"
    } catch .schemeNotAllowed(let scheme, _) {
      throw .unsupported(place.display, scheme: scheme)
    } catch .badURL {
      throw .unusable(place.display, .badURL(place.display))
    } catch {
      throw .unusable(place.display, error)
    }
    self.request = request
    self.client = client
    self.now = now
  }

  /// Whether a text is an address that only this kind of source can read.
  public static func isAddress(_ text: String) -> Bool {
    let start = text.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }

  /// Asks the server for the document.
  ///
  /// - Throws: `unreachable` or `status`.
  public func read() async throws(SourceError) -> [UInt8] {
    try await fetch(unlessStill: nil, progress: nil).bytes ?? []
  }

  /// Asks the server for the document, unless it is still the one that the caller has.
  ///
  /// - Throws: `unreachable` or `status`.
  public func fetch(
    unlessStill revision: HTTPRevision?,
    progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws(SourceError) -> Fetched {
    let response: HTTPResponse
    do throws(HTTPError) {
      response = try await client.send(
        revision.map(request.revalidating) ?? request,
        progress: progress
      )
    } catch {
      throw .unreachable(name, error)
    }
    let facts = FetchFacts(response, now: now())
    switch response.status {
    case 200: return Fetched(bytes: response.body, facts: facts)
    case 304 where revision != nil: return Fetched(bytes: nil, facts: facts)
    default: throw .status(name, facts)
    }
  }
}

extension FetchFacts {
  package init(_ response: HTTPResponse, now: Date) {
    self.init(
      status: response.status,
      address: URLRedaction.redacted(response.url),
      bytesReceived: response.bytesReceived,
      timings: response.timings,
      revision: response.revision,
      retryDelay: response.retryDelay(now: Int64(saturating: now.timeIntervalSince1970))
    )
  }
}
