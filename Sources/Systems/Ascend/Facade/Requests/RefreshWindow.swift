import Networking

/// Tracks the freshness of the last response, for refreshes when the app enters the foreground.
///
/// All times are in seconds since 1970.
struct RefreshWindow: Hashable, Sendable {
  /// The time in seconds for which a response is fresh (`Max-Age`); 0 if it is stale immediately.
  private(set) var length = 0.0
  /// The time of the last response; `nil` before the first one.
  private(set) var lastContact: Double?
  /// The version of the data (`Last-Modified`), for conditional requests; `nil` before the first
  /// response.
  private(set) var lastModified: Int64?
  /// The keys of the experiments that were requested together with the data of `lastModified`.
  private var keys: Set<String> = []

  /// Returns whether the last response is stale, or there is none.
  func isStale(at now: Double) -> Bool {
    guard length > 0, let lastContact else { return true }
    // A time before the last response means that the wall clock was set back: refresh, instead of
    // waiting until the clock has caught up.
    return now - lastContact > length || now < lastContact
  }

  /// Returns the version of the data for a conditional request, to which the server can respond
  /// with status 304 ("not modified").
  ///
  /// - Returns: The version; `nil` while the last response is fresh, and for keys that were not
  ///   requested before, since a response with status 304 has no data for these keys.
  func lastModified(for keys: some Sequence<String>, at now: Double) -> Int64? {
    isStale(at: now) && self.keys.isSuperset(of: keys) ? lastModified : nil
  }

  /// Updates the freshness after a response with data.
  mutating func recordResponse(_ headers: HTTPHeaders, to keys: [String], at now: Double) {
    if let number = headers["Last-Modified"].flatMap({ Int64($0) }) {
      lastModified = number
      self.keys.formUnion(keys)
    }
    recordContact(headers, at: now)
  }

  /// Updates the freshness after a response without data (status 304, "not modified").
  mutating func recordContact(_ headers: HTTPHeaders, at now: Double) {
    lastContact = now
    if let seconds = headers["Max-Age"].flatMap({ Double($0) }), seconds.isFinite {
      length = seconds
    }
  }
}
