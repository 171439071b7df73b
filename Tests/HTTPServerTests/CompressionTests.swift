import Foundation
import TestSupport
import Testing

@testable import HTTPServer

/// Tests bodies with `Content-Encoding`.
@Suite(.tags(.concurrent))
struct CompressionTests {
  /// `hello ` in the format of gzip.
  private static let hello = decoded("H4sIAAAAAAACA8tIzcnJVwAA9vmB7QYAAAA=")
  /// 150,000 times the letter `a` in the format of gzip: 181 bytes.
  private static let bomb = decoded(
    "H4sIAAAAAAACA+3BMQEAAADCoKzrX8IWXkAB" + String(repeating: "A", count: 192) + "8DBHq+2/8EkCAA=="
  )

  private static func decoded(_ text: String) -> [UInt8] {
    Data(base64Encoded: text).map(Array.init) ?? []
  }

  /// Returns a body in the format of gzip whose blocks are not compressed.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(0xFFFF)
      rest = rest.dropFirst(block.count)
      let size = UInt16(block.count)
      result += [rest.isEmpty ? 1 : 0] + little(size) + little(~size) + block
    } while !rest.isEmpty
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return result + little(~sum) + little(UInt32(bytes.count))
  }

  private static func little(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian, Array.init)
  }

  /// Sends bodies over one connection, and returns the status and the end of each response.
  private static func responses(
    to bodies: [[UInt8]],
    encoding: String = "gzip",
    limits: ServerLimits = ServerLimits()
  ) throws -> [String] {
    let server = try HTTPServer(.anyPort, limits: limits) { request in
      .response(.text("\(request.body.count) \(request.body.first ?? 0)|"))
    }
    let connection = try RawConnection(port: server.address.port)
    return bodies.map { body in
      connection.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Encoding: \(encoding)\r\n")
      connection.send("Content-Length: \(body.count)\r\n\r\n")
      connection.send(body)
      var response = connection.receive(until: "\r\n\r\n")
      let end = response.contains("text/plain") ? "|" : "}"
      if !response.hasSuffix(end) { response += connection.receive(until: end) }
      let status = response.split(separator: " ").dropFirst().first ?? ""
      return end == "|" ? "\(status) \(response.split(separator: "\r\n").last ?? "")" : "\(status)"
    }
  }

  @Test(arguments: ["gzip", "GZIP", "x-gzip", "identity, gzip"])
  func `a gzip body is decompressed for the handler, even if it has several members`(
    encoding: String
  ) throws {
    let large = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let bodies = [
      Self.hello, Self.hello + Self.hello, Self.stored([]), Self.stored([0x62]),
      Self.stored(large), [],
    ]
    let expected = [
      "200 6 104|", "200 12 104|", "200 0 0|", "200 1 98|", "200 700000 0|", "200 0 0|",
    ]
    #expect(try Self.responses(to: bodies, encoding: encoding) == expected)
  }

  @Test func `a malformed body gets status 400, and the connection remains open`() throws {
    let cut = Array(Self.hello.dropLast())
    var changed = Self.hello
    changed[changed.count - 8] ^= 1
    let bodies = [Array("hello".utf8), cut, changed, Self.hello + [1], Self.hello]
    let expected = ["400", "400", "400", "400", "200 6 104|"]
    #expect(try Self.responses(to: bodies) == expected)
  }

  @Test(arguments: ["br", "deflate", "gzip, gzip", "zstd"])
  func `an unsupported encoding gets status 415, unless the body is empty`(encoding: String) throws
  {
    #expect(
      try Self.responses(to: [Self.hello, []], encoding: encoding) == ["415", "200 0 0|"]
    )
  }

  @Test func `a body that is too large after decompression gets status 413`() throws {
    let limit = ServerLimits().bodySize
    let largest = [UInt8](repeating: 1, count: limit)
    let small = Self.stored(Array(largest.dropFirst(1_000)))
    #expect(try Self.responses(to: [small]) == ["200 \(limit - 1_000) 1|"])
    var limits = ServerLimits()
    limits.bodySize = 2_000
    let bodies = [100, 10_000].map { Self.stored([UInt8](repeating: 1, count: $0)) }
    #expect(try Self.responses(to: bodies, limits: limits) == ["200 100 1|", "413"])
  }

  @Test func `a body that expands to more than 200 times its size gets status 413`() throws {
    #expect(Self.bomb.count == 181)
    #expect(try Self.responses(to: [Self.bomb, Self.hello]) == ["413", "200 6 104|"])
    let many = (0..<40).flatMap { _ in Self.bomb }
    #expect(try Self.responses(to: [many]) == ["413"])
    var limits = ServerLimits()
    limits.totalBodySize = 100_000
    let large = Self.stored([UInt8](repeating: 1, count: 70_000))
    #expect(try Self.responses(to: [large], limits: limits) == ["503"])
  }

  @Test func `many compressed bodies at the same time leave no reserved memory`() async throws {
    var limits = ServerLimits()
    limits.totalBodySize = 300_000
    let server = try HTTPServer.echo(limits: limits)
    let port = server.address.port
    for _ in 0..<3 {
      try await onThread {
        let connections = try (0..<100).map { _ in try RawConnection(port: port) }
        for connection in connections {
          let body = Self.stored([UInt8](repeating: 1, count: 50_000))
          connection.send("POST / HTTP/1.1\r\n\(LimitTests.closing)Content-Encoding: gzip\r\n")
          connection.send("Content-Length: \(body.count)\r\n\r\n")
          // Some clients disconnect before the body is complete.
          connection.send(body.prefix(Bool.random() ? body.count : 10_000))
        }
      }
      try await onThread {
        let connection = try RawConnection(port: port)
        var response = ""
        repeat {
          let body = Self.stored([UInt8](repeating: 1, count: 120_000))
          connection.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\n")
          connection.send("Content-Length: \(body.count)\r\n\r\n")
          connection.send(body)
          response = connection.receive(until: "\r\n\r\n")
          if !response.contains("120000") { response += connection.receive(until: "0") }
        } while response.hasPrefix("HTTP/1.1 503")
        #expect(response.contains("POST / 120000"))
      }
    }
  }
}
