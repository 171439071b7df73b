import CMicrohttpd
import Glibc
public import Networking

/// A request that a server has received completely.
///
/// A request cannot be copied or stored, because its headers are valid only until the handler
/// returns.
public struct ServerRequest: ~Copyable {
  /// The method; `HTTPMethod.other` for any method that no route accepts.
  public let method: HTTPMethod
  /// The path, with its percent-escapes decoded once.
  public let path: String
  /// The query without its question mark, as received; empty without a query.
  public let query: String
  /// The body; empty without a body.
  public let body: [UInt8]
  /// The IP address of the client, such as `127.0.0.1`.
  public let client: String
  /// The connection of libmicrohttpd, which stores the headers.
  let connection: OpaquePointer

  /// Returns the first value of the header with the given name, whose letter case is ignored; `nil` if
  /// there is no such header.
  ///
  /// The value is returned without surrounding white space.
  public func header(_ name: StaticString) -> String? {
    name.withUTF8Buffer { name in
      name.withMemoryRebound(to: CChar.self) { name in
        cmhd_request_header(connection, name.baseAddress).map(Self.trimmed)
      }
    }
  }

  /// Returns a header value without trailing white space; libmicrohttpd removes only leading white space.
  private static func trimmed(_ text: UnsafePointer<CChar>) -> String {
    var count = strlen(text)
    while count > 0, text[count - 1] == 0x20 || text[count - 1] == 0x09 { count -= 1 }
    return text.withMemoryRebound(to: UInt8.self, capacity: count) {
      String(decoding: UnsafeBufferPointer(start: $0, count: count), as: UTF8.self)
    }
  }

  /// Returns the decoded value of the first query parameter with the given name; `nil` if there is no such
  /// parameter, or if its percent-escapes are malformed.
  public func parameter(_ name: String) -> String? {
    query.isEmpty ? nil : RequestTarget.parameter(name, of: query)
  }

  /// The query parameters with their decoded names and values, in the order of the query; malformed ones
  /// are left out.
  public var parameters: [(name: String, value: String)] {
    RequestTarget.fields(of: query).compactMap { field in
      guard let name = field.name, let value = field.value else { return nil }
      return (name, value)
    }
  }
}
