import CMicrohttpd
import Glibc
import Networking

/// The errors that libmicrohttpd reports before it sends a response of its own.
///
/// libmicrohttpd 0.9.75 sends the head of its response to a malformed `Content-Length` twice, and a page
/// with status 500 if the extension of a chunk does not fit into its buffer. It calls no callback with the
/// connection before, but it reports the error on the thread of the connection.
extension ServerCore {
  /// Sends the response of this server in place of one of libmicrohttpd, if the connection is known.
  ///
  /// Called on a thread of libmicrohttpd while it processes one connection.
  func replaceError(_ message: String) {
    guard !isSecure else { return endMalformed() }
    for (connection, fault) in malformed() {
      connection.replaceError(with: Self.text(of: fault))
    }
    guard message.contains("response code is 500") else { return }
    let chunked = ownConnections { $0.hasHeaders && $0.isChunked && !$0.isHandled }
    // With several ones it is unknown which of them the message concerns.
    if chunked.count == 1 { chunked.first?.replaceError(with: Self.text(of: faults.malformed)) }
  }

  /// Ends the connections with a malformed `Content-Length`: a response would have to be encrypted.
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

  private static func text(of response: ServerResponse) -> [UInt8] {
    guard case .bytes(let body) = response.body else { return [] }
    let reason = response.status == 400 ? "Bad Request" : "Content Too Large"
    var head = "HTTP/1.1 \(response.status) \(reason)\r\nContent-Length: \(body.count)\r\n"
    for field in response.headers.fields where field.name != "Connection" {
      head += "\(field.name): \(field.value)\r\n"
    }
    return Array((head + "Connection: close\r\n\r\n").utf8) + body
  }
}
