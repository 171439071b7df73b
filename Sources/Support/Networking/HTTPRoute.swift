import Glibc

/// The method and the path of the requests that one handler accepts, such as `GET` and `/features.json`.
public struct HTTPRoute: Hashable, Sendable {
  /// The path, or the prefix of the paths, that a route accepts.
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

/// The method of a request.
public enum HTTPMethod: String, Hashable, Sendable, CaseIterable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case options = "OPTIONS"
  /// A request like `GET` with the parameters in its body, as some SDKs send it.
  case report = "REPORT"
  /// Any other method, which no route accepts.
  case other = ""

  /// Parses a C string; the most frequent methods are recognised without creating a `String`.
  package init(_ text: UnsafePointer<CChar>) {
    if strcmp(text, "POST") == 0 {
      self = .post
    } else if strcmp(text, "GET") == 0 {
      self = .get
    } else {
      self = HTTPMethod(rawValue: String(cString: text)) ?? .other
    }
  }
}
