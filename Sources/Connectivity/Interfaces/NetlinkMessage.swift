internal import CNetlink

/// One message of the kernel's routing socket: a type, a fixed part and attributes.
struct NetlinkMessage: Hashable {
  let type: Int
  let payload: ArraySlice<UInt8>

  /// The messages in what one read gave; what is cut short is left out.
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

  /// The attributes after a fixed part of some size, by type; the first of each counts.
  func attributes(after size: Int) -> [Int: ArraySlice<UInt8>] {
    Self.attributes(in: payload.dropFirst(Self.aligned(size)))
  }

  /// The attributes in some bytes, by type; the first of each counts.
  static func attributes(in bytes: ArraySlice<UInt8>) -> [Int: ArraySlice<UInt8>] {
    var attributes: [Int: ArraySlice<UInt8>] = [:]
    var rest = bytes
    while let length = rest.number(UInt16.self, at: 0).map(Int.init),
      let type = rest.number(UInt16.self, at: 2),
      length >= 4, length <= rest.count
    {
      // The two highest bits say how the value is written, not what it is.
      let name = Int(type & 0x3fff)
      attributes[name] = attributes[name] ?? rest.prefix(length).dropFirst(4)
      rest = rest.dropFirst(aligned(length))
    }
    return attributes
  }

  private static func aligned(_ length: Int) -> Int {
    (length + 3) & ~3
  }
}

extension ArraySlice<UInt8> {
  /// A number in the machine's order of bytes; `nil` past the end.
  func number<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number? {
    guard offset >= 0, count >= offset + MemoryLayout<Number>.size else { return nil }
    return withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) }
  }

  /// A text that ends with a zero.
  var text: String {
    String(decoding: prefix { $0 != 0 }, as: UTF8.self)
  }
}
