import FeatureFlags

/// The URLs of queued events: stored without their secrets, and completed when the events are sent.
///
/// The secrets are those of the settings, and of the events that this process has dispatched. The
/// events of an earlier process stay stored until their URL is known again.
struct EventAddresses {
  /// The prefix of a stored URL whose secrets were removed; no URL begins with this character.
  private static let mark = "…"
  /// The maximum number of URLs with secrets that are remembered.
  private static let limit = 1_000

  /// The complete URLs of the settings and of events, including secrets; the key is the URL as it is
  /// stored, without secrets.
  private var urls: [String: String] = [:]
  /// The URL of the settings, which is never forgotten; `nil` for the default service.
  private let configured: String?

  /// Creates the addresses with the URL of the settings; `nil` for the default service.
  init(_ url: String?) {
    configured = url
    if let url { _ = stored(url) }
  }

  /// Remembers a URL, and returns its stored form: the URL itself if it has no secrets.
  ///
  /// URLs that differ only in their user and password have the same stored form, so that stored
  /// events are sent after a password has been changed. Other secrets, such as a token, can select
  /// a different receiver: the stored form contains a digest of them.
  mutating func stored(_ url: String) -> String {
    let address = SourceAddress(url)
    guard address.display != url else { return url }
    let stored = Self.mark + address.cacheKey
    if urls.count >= Self.limit, urls[stored] == nil {
      urls = urls.filter { $0.value == configured }
    }
    urls[stored] = url
    return stored
  }

  /// Returns the URL of a stored form; `nil` if its secrets are not known.
  func url(of stored: String) -> String? {
    stored.hasPrefix(Self.mark) ? urls[stored] : stored
  }

  /// Returns the URL of a stored address without its secrets, for messages.
  static func shown(_ stored: String) -> String {
    let url = stored.hasPrefix(mark) ? stored.dropFirst(mark.count) : stored[...]
    return SourceAddress(String(url.prefix { $0 != " " })).display
  }
}
