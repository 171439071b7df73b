/// A request that a `LocalServer` has received.
public struct LocalRequest: Hashable, Sendable {
  /// The HTTP method, such as `GET`.
  public let method: String
  /// The path with its query, or an absolute URL if the client uses the server as a proxy.
  public let target: String
  /// The headers, with names in lower case.
  public let headers: [String: String]
  /// The bytes of the body; empty if the request has no body.
  public let body: [UInt8]
  /// The number of the connection, counted from 1.
  public let connection: Int

  /// Parses the first request and removes it from the buffer; `nil` while it is incomplete.
  static func parse(from buffer: inout [UInt8], connection: Int) -> LocalRequest? {
    let end = Array("\r\n\r\n".utf8)
    guard let headEnd = buffer.firstRange(of: end) else { return nil }
    let head = String(decoding: buffer[..<headEnd.lowerBound], as: UTF8.self)
    let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
    let parts = lines[0].split(separator: " ")
    guard parts.count == 3 else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      headers[parts[0].lowercased()] =
        parts.count == 2 ? String(parts[1].drop { $0 == " " }) : ""
    }
    let length = headers["content-length"].flatMap { Int($0) } ?? 0
    guard buffer.count >= headEnd.upperBound + length else { return nil }
    let body = Array(buffer[headEnd.upperBound..<(headEnd.upperBound + length)])
    buffer.removeFirst(headEnd.upperBound + length)
    return LocalRequest(
      method: String(parts[0]),
      target: String(parts[1]),
      headers: headers,
      body: body,
      connection: connection
    )
  }
}
