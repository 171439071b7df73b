internal import CCurl
internal import Synchronization

/// A request in progress, with its libcurl handle.
///
/// Unchecked: apart from the atomic cancellation flag, only the event loop thread accesses the
/// state after the transfer is submitted.
final class Transfer: @unchecked Sendable {
  let request: HTTPRequest
  let address: HTTPAddress
  let sink: any BodySink

  private let cancelled = Atomic<Bool>(false)
  private let started = ContinuousClock.now
  private(set) var isFinished = false
  private(set) var easy: UnsafeMutableRawPointer?
  /// The header lists passed to libcurl, which have to live as long as the handle.
  var headerLists: [UnsafeMutablePointer<curl_slist>?] = []
  /// Whether a redirect led to another origin; from then on, no secret header is sent.
  var hasLeftOrigin = false
  var lastActivity = ContinuousClock.now
  var isPaused = false
  /// Whether the TLS handshake has begun; the timings of libcurl show it only after its end.
  var hasBegunTLS = false
  var head = ResponseHead()
  /// The proxy setting of the client.
  var proxySetting = HTTPClient.Configuration.Proxy.none
  /// The number of received bytes of the body, after decompression.
  var bodySize = 0
  /// The error of a callback that made libcurl abort the transfer.
  var rejection: HTTPError?

  init(request: HTTPRequest, address: HTTPAddress, sink: any BodySink) {
    self.request = request
    self.address = address
    self.sink = sink
  }

  /// Whether the request was cancelled; can be read from any thread.
  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  /// Sets the cancellation flag; can be called from any thread.
  func markCancelled() {
    cancelled.store(true, ordering: .releasing)
  }

  /// The timeout that expires first; `nil` if the request has no timeout.
  var nextTimeout: (HTTPLimit, ContinuousClock.Instant)? {
    let deadline = request.deadline.map { (HTTPLimit.deadline, started.advanced(by: $0)) }
    guard easy != nil, !isPaused, let idle = request.idleLimit else { return deadline }
    let idleEnd = lastActivity.advanced(by: idle)
    guard let deadline, deadline.1 <= idleEnd else { return (.idle, idleEnd) }
    return deadline
  }

  /// Creates and configures the libcurl handle; the caller has to close the transfer even after an
  /// error.
  ///
  /// - Throws: ``HTTPError/unavailable(_:)`` without memory, or if libcurl does not accept an option.
  func prepare(
    _ configuration: HTTPClient.Configuration
  ) throws(HTTPError) -> UnsafeMutableRawPointer {
    guard let handle = ccurl_easy_init() else { throw .unavailable("no memory for a request") }
    easy = handle
    lastActivity = .now
    proxySetting = configuration.proxy
    try configure(handle, configuration)
    return handle
  }

  /// Resumes receiving the body if the transfer is paused.
  func resume() {
    guard isPaused, let easy else { return }
    isPaused = false
    lastActivity = .now
    ccurl_easy_pause(easy, CURLPAUSE_CONT)
  }

  /// Frees the libcurl handle and the header lists; has no effect after the first call.
  func close() {
    if let easy {
      ccurl_easy_cleanup(easy)
    }
    headerLists.forEach { ccurl_slist_free_all($0) }
    easy = nil
    headerLists = []
  }

  /// Passes the outcome to the sink; only the first call has an effect.
  func finish(_ outcome: Result<HTTPFacts, HTTPError>) {
    guard !isFinished else { return }
    isFinished = true
    sink.finish(outcome)
  }
}
