public import FeatureFlags
import Locking
public import Networking

public import struct FoundationEssentials.Date

/// The experiments of a user, as an Ascend server hands them out.
///
/// The server is asked by `POST`, as the library asks it.
public struct AscendSource: Source {
  /// The URL for display: without user name, password, and the values of secret query parameters.
  public var name: String { place.display }
  /// The URL as it names the workspace of the source.
  package var location: String { place.location }
  private let place: SourceAddress
  private let experiments: ExperimentsFile
  private var question: ExperimentsRequestBody
  private let settings: RequestSettings
  private var identity: AscendIdentity
  private let client: HTTPClient
  private let now: @Sendable () -> Date
  /// What the server called the answer to this very question; that to another one is of no use.
  private var revision = Locked<HTTPRevision?>(nil)

  /// The address with the user whom the cached answer was for.
  public var address: String? {
    "\(place.cacheKey) for \(identity.userId) as guest \(identity.guestId)"
  }

  private static let prefix = "ascend+"

  /// Whether a text is an address that this kind of source reads: `ascend+https://…`, or with `http`.
  public static func isAddress(_ text: String) -> Bool {
    text.lowercased().hasPrefix(prefix)
      && RemoteSource.isAddress(String(text.dropFirst(prefix.count)))
  }

  /// Names an address; nothing is asked until it is read.
  ///
  /// - Parameters:
  ///   - url: The address, such as `ascend+https://flags.example.test/v1/allocations`.
  ///   - experiments: The experiments to ask for.
  ///   - identity: Whose variants to ask for. A user without a guest has the user's id as stable id.
  ///   - headers: What is sent with each request, such as `api-key`.
  ///   - attributes: What the server is told about the user; `nil` tells what is known of the machine.
  ///   - deadline: The longest time for a whole answer; `nil` is without end.
  ///   - client: What asks; sources may share one.
  ///   - now: Tells the time, for a server that names one to ask again at.
  /// - Throws: `unsupported` for another scheme, `unusable` for what can never be sent.
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
    place = SourceAddress(url)
    guard Self.isAddress(url) else {
      let scheme = url.firstRange(of: "://").map { String(url[..<$0.lowerBound]) }
      throw .unsupported(place.display, scheme: scheme ?? "none")
    }
    self.identity = AscendIdentity(
      userId: identity.userId,
      guestId: identity.guestId.isEmpty ? identity.userId : identity.guestId
    )
    self.experiments = experiments
    question = ExperimentsRequestBody(
      keys: experiments.defaults.keys,
      identity: self.identity,
      attributes: attributes ?? HostInfo.attributes
    )
    settings = RequestSettings(
      url: String(url.dropFirst(Self.prefix.count)),
      defaultHeaders: [:],
      headers: headers,
      timeout: deadline,
      retries: RetrySchedule(attempts: 1, firstWait: .zero)
    )
    self.client = client
    self.now = now
    do throws(HTTPError) {
      try request(unlessStill: nil).validated()
    } catch {
      throw .unusable(name, error)
    }
  }

  /// The experiments of another user; a user without a targeting key is the guest of this source.
  public func source(for context: EvaluationContext) -> any Source {
    var source = self
    let key = context.targetingKey ?? ""
    source.identity = AscendIdentity(userId: key, guestId: key.isEmpty ? identity.guestId : key)
    source.question = ExperimentsRequestBody(
      keys: experiments.defaults.keys,
      identity: source.identity,
      attributes: context.attributes.isEmpty
        ? HostInfo.attributes : context.attributes.mapValues(\.unquoted)
    )
    // The server's revision is that of the former user's response.
    source.revision = Locked(nil)
    return source
  }

  /// Asks the server for the experiments.
  ///
  /// - Throws: As `fetch(unlessStill:progress:)`.
  public func read() async throws(SourceError) -> [UInt8] {
    try await fetch(unlessStill: nil, progress: nil).bytes ?? []
  }

  /// Asks the server for the experiments, unless they are still those that the caller has.
  ///
  /// - Throws: `unreachable` or `status`; `refused` for a response with an error object.
  public func fetch(
    unlessStill revision: HTTPRevision?,
    progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws(SourceError) -> Fetched {
    let known = self.revision.withLock { $0 }
    let still = revision == known ? revision : nil
    let response: HTTPResponse
    do throws(HTTPError) {
      response = try await client.send(request(unlessStill: still), progress: progress)
    } catch {
      throw .unreachable(name, error)
    }
    let facts = FetchFacts(response, now: now())
    // Drops the parse error of a malformed body: parsing it as a configuration reports its location.
    let problem = (try? ExperimentsResponseBody(bytes: response.body))?.problem
    if let problem, response.status != 304 {
      throw .refused(name, reason: problem.text, facts)
    }
    switch response.status {
    case 200..<300:
      self.revision.withLock { $0 = response.revision }
      return Fetched(bytes: response.body, facts: facts)
    case 304 where still != nil:
      return Fetched(bytes: nil, facts: facts)
    default:
      throw .status(name, facts)
    }
  }

  private func request(unlessStill revision: HTTPRevision?) -> HTTPRequest {
    var request = question.request(
      settings,
      identity: identity,
      lastModified: revision?.lastModified.flatMap { Int64($0) }
    )
    request.isHTTPSOnly = settings.url.lowercased().hasPrefix("https:")
    return request
  }
}
