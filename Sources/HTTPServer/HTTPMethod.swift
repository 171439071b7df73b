/// The method of a request.
public enum HTTPMethod: String, Hashable, Sendable, CaseIterable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case options = "OPTIONS"
  /// Any other method, which no route accepts.
  case other = ""

  init(_ text: UnsafePointer<CChar>) {
    self = HTTPMethod(rawValue: String(cString: text)) ?? .other
  }
}
