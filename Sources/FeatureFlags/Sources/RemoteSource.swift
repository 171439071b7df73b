public import Networking

public import struct FoundationEssentials.Date

/// A configuration on a server, at an `http` or `https` address.
public struct RemoteSource: Source {
  /// The address for people, without a user name and password.
  public let name: String
  private let request: HTTPRequest
  private let client: HTTPClient
  private let now: @Sendable () -> Date

  /// The address, whose configuration alone may stand in for this one.
  public var address: String? { name }

  /// Names an address; nothing is asked until it is read.
  ///
  /// An `https` address is not followed to `http`.
  ///
  /// - Parameters:
  ///   - url: The address.
  ///   - headers: What is sent with each request.
  ///   - deadline: The longest time for a whole answer; `nil` is without end.
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
    name = Self.withoutUser(url)
    var request = HTTPRequest(url: url, headers: headers)
    request.deadline = deadline
    request.maximumBodySize = largest
    do throws(HTTPError) {
      request.isHTTPSOnly = try request.validated().scheme == "https"
    } catch .schemeNotAllowed(let scheme, _) {
      throw .unsupported(name, scheme: scheme)
    } catch .badURL {
      throw .unusable(name, .badURL(name))
    } catch {
      throw .unusable(name, error)
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
        revision.map(request.unlessStill) ?? request,
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

  /// The address without what stands before an `@` of its host.
  package static func withoutUser(_ url: String) -> String {
    guard let start = url.firstRange(of: "://")?.upperBound else { return url }
    let end = url[start...].firstIndex { "/?#".contains($0) } ?? url.endIndex
    guard let mark = url[start..<end].lastIndex(of: "@") else { return url }
    return String(url[..<start] + url[url.index(after: mark)...])
  }
}

extension FetchFacts {
  package init(_ response: HTTPResponse, now: Date) {
    self.init(
      status: response.status,
      address: response.url,
      bytesReceived: response.bytesReceived,
      timings: response.timings,
      revision: response.revision,
      retryDelay: response.retryDelay(now: Int64(now.timeIntervalSince1970))
    )
  }
}
