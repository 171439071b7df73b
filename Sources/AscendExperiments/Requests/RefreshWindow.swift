import Networking

/// The freshness of the last response, for refreshes when the app enters the foreground.
///
/// Times are in seconds since 1970.
struct RefreshWindow: Hashable, Sendable {
  /// How long a response is fresh, in seconds (`Max-Age`); 0 if it is stale at once.
  private(set) var length = 0.0
  /// The time of the last response.
  private(set) var lastContact: Double?
  /// The version of the data (`Last-Modified`), for conditional requests.
  private(set) var lastModified: Int64?
  /// The experiments that were requested for this version of the data.
  private var keys: Set<String> = []

  /// Whether the last response is stale, or there is none.
  func isStale(at now: Double) -> Bool {
    guard length > 0, let lastContact else { return true }
    // A wall clock that was set back would otherwise delay the refresh by the same amount.
    return now - lastContact > length || now < lastContact
  }

  /// The version of the data for a conditional request, which the server can confirm with "not
  /// modified".
  ///
  /// - Returns: `nil` while the last response is fresh, and for keys that were not requested
  ///   before: "not modified" would leave those without data.
  func lastModified(for keys: some Sequence<String>, at now: Double) -> Int64? {
    isStale(at: now) && self.keys.isSuperset(of: keys) ? lastModified : nil
  }

  /// Updates the freshness from a response with data.
  mutating func recordResponse(_ headers: HTTPHeaders, to keys: [String], at now: Double) {
    if let number = headers["Last-Modified"].flatMap({ Int64($0) }) {
      lastModified = number
      self.keys.formUnion(keys)
    }
    recordContact(headers, at: now)
  }

  /// Updates the freshness from a response without data ("not modified").
  mutating func recordContact(_ headers: HTTPHeaders, at now: Double) {
    lastContact = now
    if let seconds = headers["Max-Age"].flatMap({ Double($0) }), seconds.isFinite {
      length = seconds
    }
  }
}
