/// The assignment of a handler to the requests of one method and path.
public struct HTTPRoute<Handler: Sendable>: Sendable {
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
  /// The handler of the requests.
  public let handler: Handler

  /// Creates a route.
  public init(_ method: HTTPMethod, _ pattern: Pattern, _ handler: Handler) {
    self.method = method
    self.pattern = pattern
    self.handler = handler
  }

  private func matches(_ path: String) -> Bool {
    switch pattern {
    case .path(let whole): path == whole
    case .prefix(let prefix): path.utf8.count > prefix.utf8.count && path.hasPrefix(prefix)
    }
  }

  private func accepts(_ method: HTTPMethod) -> Bool {
    self.method == method || self.method == .get && method == .head
  }

  /// The result of a look-up among routes.
  public enum Match {
    case found(Handler)
    /// The path exists with other methods, which the header `Allow` has to list.
    case wrongMethod(allowed: [HTTPMethod])
    case unknownPath
  }

  /// Returns the first route that accepts the method and the path.
  public static func match(_ method: HTTPMethod, _ path: String, in routes: [Self]) -> Match {
    var allowed: [HTTPMethod] = []
    for route in routes where route.matches(path) {
      if route.accepts(method) { return .found(route.handler) }
      allowed += route.method == .get ? [.get, .head] : [route.method]
    }
    return allowed.isEmpty ? .unknownPath : .wrongMethod(allowed: allowed)
  }
}
