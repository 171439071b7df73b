internal import CCurl
internal import Synchronization

/// One request under way.
///
/// Unchecked: everything but the mark of cancellation is touched by the engine's thread alone,
/// and by the thread that makes it before it is handed over.
final class Transfer: @unchecked Sendable {
  let request: HTTPRequest
  let address: HTTPAddress
  let sink: any BodySink

  private let cancelled = Atomic<Bool>(false)
  private let started = ContinuousClock.now
  private(set) var isFinished = false
  private(set) var easy: UnsafeMutableRawPointer?
  /// The lists of headers that libcurl has been given; freed with the handle.
  var headerLists: [UnsafeMutablePointer<curl_slist>?] = []
  /// Whether a redirect led to another origin, which gets no header that can be a secret.
  var hasLeftOrigin = false
  var lastActivity = ContinuousClock.now
  var isPaused = false
  /// Whether encryption has been begun; libcurl's own timings tell it only afterwards.
  var hasBegunTLS = false
  var head = AnswerHead()
  /// The bytes of the body so far, decompressed.
  var bodySize = 0
  /// Why the transfer's own code stopped libcurl.
  var refusal: HTTPError?

  init(request: HTTPRequest, address: HTTPAddress, sink: any BodySink) {
    self.request = request
    self.address = address
    self.sink = sink
  }

  /// May be read and set from any thread.
  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  func markCancelled() {
    cancelled.store(true, ordering: .releasing)
  }

  /// The limit of time that comes first; `nil` when there is none.
  var nextLimit: (HTTPLimit, ContinuousClock.Instant)? {
    let deadline = request.deadline.map { (HTTPLimit.deadline, started.advanced(by: $0)) }
    guard easy != nil, !isPaused, let idle = request.idleLimit else { return deadline }
    let idleEnd = lastActivity.advanced(by: idle)
    guard let deadline, deadline.1 <= idleEnd else { return (.idle, idleEnd) }
    return deadline
  }

  /// Makes the handle that libcurl works with; the caller closes the transfer in any case.
  ///
  /// - Throws: `unavailable` without memory, or when libcurl does not accept an option.
  func prepare(
    _ configuration: HTTPClient.Configuration
  ) throws(HTTPError) -> UnsafeMutableRawPointer {
    guard let handle = ccurl_easy_init() else { throw .unavailable("no memory for a request") }
    easy = handle
    lastActivity = .now
    try configure(handle, configuration)
    return handle
  }

  /// Lets a paused body go on.
  func resume() {
    guard isPaused, let easy else { return }
    isPaused = false
    lastActivity = .now
    ccurl_easy_pause(easy, CURLPAUSE_CONT)
  }

  /// Frees what libcurl holds.
  func close() {
    if let easy {
      ccurl_easy_cleanup(easy)
    }
    headerLists.forEach { ccurl_slist_free_all($0) }
    easy = nil
    headerLists = []
  }

  /// Tells the one who asked, once.
  func finish(_ outcome: Result<HTTPFacts, HTTPError>) {
    guard !isFinished else { return }
    isFinished = true
    sink.finish(outcome)
  }
}
