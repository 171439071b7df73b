import Networking

/// What the server said about how long its answer holds, for refreshes when the app comes back.
///
/// Times are in seconds since 1970.
struct RefreshWindow: Hashable, Sendable {
  /// How long an answer holds, in seconds; at 0 it does not.
  private(set) var length = 0.0
  /// When the server was heard last.
  private(set) var lastContact: Double?
  /// The server's number for its data.
  private(set) var lastModified: Int64?
  /// What was asked for in the answers that the number stands for.
  private var keys: Set<String> = []

  /// Whether the answer holds no longer.
  func isStale(at now: Double) -> Bool {
    guard length > 0, let lastContact else { return true }
    // A clock that was set back would otherwise hold a refresh up for as long as that.
    return now - lastContact > length || now < lastContact
  }

  /// The number to send along, so that the server answers only with what is new.
  ///
  /// - Returns: `nil` while the answer holds, and where the request asks for keys that no answer was
  ///   about: "nothing is new" would be no answer for them.
  func lastModified(for keys: some Sequence<String>, at now: Double) -> Int64? {
    isStale(at: now) && self.keys.isSuperset(of: keys) ? lastModified : nil
  }

  /// Takes note of an answer with data.
  mutating func recordResponse(_ headers: HTTPHeaders, to keys: [String], at now: Double) {
    if let number = headers["Last-Modified"].flatMap({ Int64($0) }) {
      lastModified = number
      self.keys.formUnion(keys)
    }
    recordContact(headers, at: now)
  }

  /// Takes note of an answer that says that nothing is new.
  mutating func recordContact(_ headers: HTTPHeaders, at now: Double) {
    lastContact = now
    if let seconds = headers["Max-Age"].flatMap({ Double($0) }), seconds.isFinite {
      length = seconds
    }
  }
}
