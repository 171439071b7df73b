internal import CNetlink

/// A netlink message: its type, and a payload of a fixed header and attributes.
struct NetlinkMessage: Hashable {
  let type: Int
  let payload: ArraySlice<UInt8>

  /// Parses the messages of one read from a socket; drops a truncated message at the end.
  static func messages(in bytes: ArraySlice<UInt8>) -> [NetlinkMessage] {
    var messages: [NetlinkMessage] = []
    var rest = bytes
    let headerSize = MemoryLayout<nlmsghdr>.size
    while let length = rest.number(UInt32.self, at: 0).map(Int.init),
      let type = rest.number(UInt16.self, at: 4),
      length >= headerSize, length <= rest.count
    {
      let message = rest.prefix(length).dropFirst(headerSize)
      messages.append(NetlinkMessage(type: Int(type), payload: message))
      rest = rest.dropFirst(aligned(length))
    }
    return messages
  }

  /// Parses the attributes after a fixed header of `size` bytes; if a type occurs more than once, the
  /// first attribute is used.
  func attributes(after size: Int) -> [Int: ArraySlice<UInt8>] {
    Self.attributes(in: payload.dropFirst(Self.aligned(size)))
  }

  /// Parses attributes by type; if a type occurs more than once, the first attribute is used.
  static func attributes(in bytes: ArraySlice<UInt8>) -> [Int: ArraySlice<UInt8>] {
    var attributes: [Int: ArraySlice<UInt8>] = [:]
    var rest = bytes
    while let length = rest.number(UInt16.self, at: 0).map(Int.init),
      let field = rest.number(UInt16.self, at: 2),
      length >= 4, length <= rest.count
    {
      // The two highest bits are flags (nested, network byte order) and not part of the type.
      let type = Int(field & 0x3fff)
      attributes[type] = attributes[type] ?? rest.prefix(length).dropFirst(4)
      rest = rest.dropFirst(aligned(length))
    }
    return attributes
  }

  private static func aligned(_ length: Int) -> Int {
    (length + 3) & ~3
  }
}

extension ArraySlice<UInt8> {
  /// Reads a number in native byte order; `nil` if the slice is too short.
  func number<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number? {
    guard offset >= 0, count >= offset + MemoryLayout<Number>.size else { return nil }
    return withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) }
  }

  /// The text of a zero-terminated string.
  var text: String {
    String(decoding: prefix { $0 != 0 }, as: UTF8.self)
  }
}
