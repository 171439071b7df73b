import Glibc
public import Networking

/// Finds the route of a request in a list of routes.
///
/// Paths are compared as bytes, which is fast: each request is compared with several routes.
public struct HTTPRouter: Sendable {
  /// The result of the search for the route of a request.
  public enum Match: Hashable, Sendable {
    /// The index of the first route that accepts the method and the path.
    case found(Int)
    /// At least one route has the path, but none accepts the method; the response must list the allowed
    /// methods in the header `Allow`.
    case wrongMethod(allowed: [HTTPMethod])
    /// No route has the path.
    case unknownPath
  }

  private struct Entry: Sendable {
    let route: HTTPRoute
    let bytes: [UInt8]
    let isPrefix: Bool

    func matches(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
      guard isPrefix ? path.count > bytes.count : path.count == bytes.count,
        let start = path.baseAddress
      else { return false }
      return bytes.withUnsafeBytes { known in
        known.baseAddress.map { memcmp($0, start, known.count) == 0 } ?? true
      }
    }
  }

  private let entries: [Entry]

  /// Creates a router; if several routes accept a request, the first one is found.
  public init(_ routes: [HTTPRoute]) {
    entries = routes.map { route in
      switch route.pattern {
      case .path(let path): Entry(route: route, bytes: Array(path.utf8), isPrefix: false)
      case .prefix(let prefix): Entry(route: route, bytes: Array(prefix.utf8), isPrefix: true)
      }
    }
  }

  /// Returns the first route that accepts the method and the path.
  public func match(_ method: HTTPMethod, _ path: String) -> Match {
    var path = path
    return path.withUTF8 { match(method, $0) }
  }

  private func match(_ method: HTTPMethod, _ path: UnsafeBufferPointer<UInt8>) -> Match {
    var allowed: [HTTPMethod] = []
    for index in entries.indices where entries[index].matches(path) {
      let route = entries[index].route
      if route.accepts(method) { return .found(index) }
      allowed += route.method == .get ? [.get, .head] : [route.method]
    }
    return allowed.isEmpty ? .unknownPath : .wrongMethod(allowed: allowed)
  }
}
