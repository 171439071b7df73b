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
public struct RemoteSource: EndpointSource {
  package static let prefix = ""
  package let server: SourceServer
  package let request: HTTPRequest

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
    let dependencies = ServerDependencies(client: client, now: now)
    server = try SourceServer(url, of: Self.self, headers: headers, dependencies: dependencies)
    var request = HTTPRequest(url: url, headers: headers)
    request.setTimeout(deadline)
    request.maximumBodySize = largest
    self.request = try server.validated(request)
  }

  /// Returns whether a text is an `http` or `https` URL.
  public static func isAddress(_ text: String) -> Bool {
    hasAddress(text)
  }
}
