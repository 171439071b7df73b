import Networking

/// The caching rules of a response, from its headers `Cache-Control` and `Age`.
struct CachePolicy: Hashable, Sendable {
  /// Whether the response may be stored; `false` for `no-store`.
  var isStored = true
  /// The remaining time for which the response is used without a request (`max-age`), from zero to one
  /// hour.
  var freshness = Duration.zero
  /// Whether the stored response may be used while the server is down; `false` for `no-store` and
  /// `must-revalidate`.
  var isFallback = true

  /// The maximum accepted `max-age`, in seconds.
  ///
  /// Without a limit, a wrong header could hide changes for days.
  private static let longest = 3_600

  /// Creates the policy of a response without headers, which is stored and always revalidated.
  init() {}

  /// Parses the headers of a response; unknown and malformed directives are ignored.
  init(_ headers: HTTPHeaders) {
    var maximumAge: Int?
    var isRevalidated = false
    let directives = headers.values(named: "Cache-Control").flatMap { $0.split(separator: ",") }
    for directive in directives {
      let parts = directive.lowercased().split(separator: "=", maxSplits: 1)
      guard let name = parts.first?.filter({ !" \t".contains($0) }) else { continue }
      switch name {
      case "no-store": (isStored, isFallback) = (false, false)
      case "must-revalidate": isFallback = false
      case "no-cache": isRevalidated = true
      case "max-age" where parts.count == 2: maximumAge = Self.seconds(parts[1])
      default: break
      }
    }
    guard isStored, !isRevalidated, let maximumAge else { return }
    let age = headers["Age"].flatMap { Self.seconds($0[...]) } ?? 0
    freshness = .seconds(max(maximumAge - age, 0))
  }

  private static func seconds(_ text: Substring) -> Int? {
    let digits = text.filter { !" \t\"".contains($0) }
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return min(Int(digits) ?? longest, longest)
  }
}
