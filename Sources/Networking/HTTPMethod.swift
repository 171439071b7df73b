import Glibc

/// The method of a request.
public enum HTTPMethod: String, Hashable, Sendable, CaseIterable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case options = "OPTIONS"
  /// A query whose body has the parameters, which some SDKs send.
  case report = "REPORT"
  /// Any other method, which no route accepts.
  case other = ""

  /// Reads the most frequent methods without creating a string.
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
