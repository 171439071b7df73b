import CMicrohttpd
import Glibc
import Networking

/// Replaces error responses of libmicrohttpd.
///
/// libmicrohttpd 0.9.75 sends the head of its response to a malformed `Content-Length` twice, and responds
/// with a page of status 500 if the extension of a chunk does not fit into its buffer. No callback with the
/// connection precedes these responses, but the error message is reported on the thread of the connection.
extension ServerCore {
  /// Sends a response of this server instead of that of libmicrohttpd, if the connection can be determined.
  ///
  /// Called on a thread of libmicrohttpd while it processes one connection.
  func replaceError(_ message: String) {
    guard !isSecure else { return endMalformed() }
    for (connection, fault) in malformed() {
      connection.replaceError(with: Self.text(of: fault))
    }
    guard message.contains("response code is 500") else { return }
    let chunked = ownConnections { $0.hasHeaders && $0.isChunked && !$0.isHandled }
    // The error of the parser does not name its connection: if several connections receive chunks, it
    // is unknown which of them is meant.
    if chunked.count == 1 { chunked.first?.replaceError(with: Self.text(of: faults.malformed)) }
  }

  /// Ends the connections with a malformed `Content-Length` without a response, which would have to be
  /// encrypted by TLS.
  private func endMalformed() {
    for (connection, _) in malformed() { connection.end() }
  }

  /// The connections of this thread whose head has a malformed `Content-Length`.
  private func malformed() -> [(ServerConnection, ServerResponse)] {
    ownConnections { $0.isStarted && !$0.hasHeaders }
      .compactMap { connection in
        faults.fault(of: cmhd_check_length(connection.handle)).map { (connection, $0) }
      }
  }

  /// The bytes of a response that closes the connection.
  static func text(of response: ServerResponse) -> [UInt8] {
    guard case .bytes(let body) = response.body else { return [] }
    let reasons = [
      400: "Bad Request", 413: "Content Too Large", 414: "URI Too Long",
      431: "Request Header Fields Too Large",
    ]
    let reason = reasons[response.status] ?? ""
    var head = "HTTP/1.1 \(response.status) \(reason)\r\nContent-Length: \(body.count)\r\n"
    for field in response.headers.fields where field.name != "Connection" {
      head += "\(field.name): \(field.value)\r\n"
    }
    return Array((head + "Connection: close\r\n\r\n").utf8) + body
  }
}
