/// The method and the path of the requests that one handler accepts, such as `GET` and `/features.json`.
public struct HTTPRoute: Hashable, Sendable {
  /// The path or the first part of the path that a route accepts.
  public enum Pattern: Hashable, Sendable {
    /// One path, without a query.
    case path(String)
    /// All paths that begin with the text; the rest of the path must not be empty.
    case prefix(String)
  }

  /// The method that the route accepts; a route for `GET` also accepts `HEAD`.
  public let method: HTTPMethod
  /// The paths that the route accepts.
  public let pattern: Pattern

  /// Creates a route.
  public init(_ method: HTTPMethod, _ pattern: Pattern) {
    self.method = method
    self.pattern = pattern
  }

  package func accepts(_ method: HTTPMethod) -> Bool {
    self.method == method || self.method == .get && method == .head
  }
}
