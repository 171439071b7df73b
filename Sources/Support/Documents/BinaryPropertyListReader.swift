/// Parses binary property lists.
///
/// The objects of a binary property list refer to each other by index, and the references can be
/// cyclic. Nesting and the number of references are therefore bounded.
struct BinaryPropertyListReader {
  /// The first bytes of every binary property list.
  static let mark = Array("bplist".utf8)

  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let tableStart: Int
  /// The cache of decoded strings, so that a string with many references is stored once.
  private var texts: [Int: Node.Value] = [:]
  private var budget: Int
  private var depth = 0
  private var valueCount = 0

  /// Parses a binary property list.
  ///
  /// - Throws: `propertyList` for malformed bytes, `tooDeep` or `limit` for a property list that
  ///   exceeds a limit.
  static func read(_ bytes: [UInt8]) throws(DocumentError) -> Node {
    var (reader, top) = try open(bytes)
    return try reader.node(top)
  }

  private static func open(
    _ bytes: [UInt8]
  ) throws(DocumentError) -> (BinaryPropertyListReader, top: Int) {
    let trailer = bytes.count - 32
    guard trailer >= 8 else { throw .propertyList(reason: "it ends before its table of parts") }
    guard
      let count = number(bytes, at: trailer + 8, size: 8),
      let top = number(bytes, at: trailer + 16, size: 8),
      let table = number(bytes, at: trailer + 24, size: 8)
    else { throw .propertyList(reason: "its table of parts has a number out of range") }
    let reader = BinaryPropertyListReader(
      bytes: bytes,
      offsetSize: Int(bytes[trailer + 6]),
      referenceSize: Int(bytes[trailer + 7]),
      objectCount: count,
      tableStart: table,
      budget: bytes.count * 10
    )
    let sizes = 1...8
    guard sizes.contains(reader.offsetSize), sizes.contains(reader.referenceSize) else {
      throw .propertyList(reason: "its table of parts has numbers of a size that is not 1 to 8")
    }
    guard table <= trailer, count <= (trailer - table) / reader.offsetSize else {
      throw .propertyList(reason: "its table of parts goes beyond its end")
    }
    return (reader, top)
  }

  private init(
    bytes: [UInt8],
    offsetSize: Int,
    referenceSize: Int,
    objectCount: Int,
    tableStart: Int,
    budget: Int
  ) {
    self.bytes = bytes
    self.offsetSize = offsetSize
    self.referenceSize = referenceSize
    self.objectCount = objectCount
    self.tableStart = tableStart
    self.budget = budget
  }

  /// Decodes a big-endian unsigned number of `size` bytes; `nil` if it ends beyond the bytes or
  /// exceeds the range of `Int`.
  private static func number(_ bytes: [UInt8], at start: Int, size: Int) -> Int? {
    guard start >= 0, size <= bytes.count, start <= bytes.count - size else { return nil }
    let value = bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value)
  }

  private func number(at start: Int, size: Int) throws(DocumentError) -> Int {
    guard let number = Self.number(bytes, at: start, size: size) else { throw outOfBounds(start) }
    return number
  }

  private func outOfBounds(_ start: Int) -> DocumentError {
    .propertyList(reason: "the part at byte \(start) goes beyond its end")
  }
}

// MARK: Objects

extension BinaryPropertyListReader {
  private mutating func node(_ reference: Int) throws(DocumentError) -> Node {
    valueCount += 1
    guard valueCount <= InputLimit.values.maximum else {
      throw .limit(.values, found: valueCount, line: nil)
    }
    budget -= 1
    guard budget > 0 else { throw .propertyList(reason: "its parts contain one another") }
    if let text = texts[reference] { return Node(value: text, line: nil) }
    guard reference < objectCount else {
      throw .propertyList(reason: "found part \(reference), expected one of \(objectCount)")
    }
    let start = try number(at: tableStart + reference * offsetSize, size: offsetSize)
    let marker = try number(at: start, size: 1)
    let value = try value(marker, at: start)
    if case .string = value { texts[reference] = value }
    return Node(value: value, line: nil)
  }

  private mutating func value(
    _ marker: Int,
    at start: Int
  ) throws(DocumentError) -> Node.Value {
    let low = marker & 0xF
    switch marker >> 4 {
    case 0x0 where low == 0: return .null
    case 0x0 where low == 8 || low == 9: return .bool(low == 9)
    case 0x1 where low <= 4: return .number(try integer(at: start + 1, size: 1 << low))
    case 0x2 where low == 2 || low == 3: return .number(try real(at: start + 1, size: 1 << low))
    case 0x3: return .opaque("a date")
    case 0x4: return .opaque("data")
    case 0x8: return .opaque("an identifier")
    case 0x5: return try text(of: try slice(low, at: start, unit: 1))
    case 0x6: return try wideText(of: try slice(low, at: start, unit: 2))
    case 0xA, 0xC: return .list(try list(try slice(low, at: start, unit: referenceSize)))
    case 0xD: return .object(try members(try slice(low, at: start, unit: 2 * referenceSize)))
    default: throw .propertyList(reason: "found a part of the unknown kind \(marker)")
    }
  }

  /// Returns the range of the bytes after the marker and the count of an object; `unit` is the size of
  /// one element in bytes.
  private func slice(
    _ low: Int,
    at start: Int,
    unit: Int
  ) throws(DocumentError) -> Range<Int> {
    var count = low
    var first = start + 1
    if low == 0xF {
      let marker = try number(at: first, size: 1)
      let size = 1 << (marker & 0xF)
      guard marker >> 4 == 0x1, size <= 8 else { throw outOfBounds(start) }
      count = try number(at: first + 1, size: size)
      first += 1 + size
    }
    guard first <= bytes.count, count <= (bytes.count - first) / unit else {
      throw outOfBounds(start)
    }
    return first..<first + count * unit
  }

  private mutating func list(_ slice: Range<Int>) throws(DocumentError) -> [Node] {
    try enter()
    var elements: [Node] = []
    for start in stride(from: slice.lowerBound, to: slice.upperBound, by: referenceSize) {
      elements.append(try node(try number(at: start, size: referenceSize)))
    }
    depth -= 1
    return elements
  }

  private mutating func members(_ slice: Range<Int>) throws(DocumentError) -> [Node.Member] {
    try enter()
    var members: [Node.Member] = []
    let values = slice.count / 2
    for start in stride(from: slice.lowerBound, to: slice.lowerBound + values, by: referenceSize) {
      let key = try node(try number(at: start, size: referenceSize))
      guard let name = key.string else {
        throw .propertyList(reason: "found \(key.kind) for a key, expected a text")
      }
      let value = try node(try number(at: start + values, size: referenceSize))
      members.append(Node.Member(key: name, node: value))
    }
    depth -= 1
    return members
  }

  private mutating func enter() throws(DocumentError) {
    guard depth < JSONReader.depthLimit else {
      throw .tooDeep(line: nil, limit: JSONReader.depthLimit)
    }
    depth += 1
  }
}

// MARK: Texts and numbers

extension BinaryPropertyListReader {
  private func text(of slice: Range<Int>) throws(DocumentError) -> Node.Value {
    guard let text = String(validating: bytes[slice], as: UTF8.self) else {
      throw .propertyList(reason: "the text at byte \(slice.lowerBound) is not UTF-8")
    }
    return PropertyList.value(of: text)
  }

  private func wideText(of slice: Range<Int>) throws(DocumentError) -> Node.Value {
    var units: [UInt16] = []
    units.reserveCapacity(slice.count / 2)
    for start in stride(from: slice.lowerBound, to: slice.upperBound, by: 2) {
      units.append(UInt16(bytes[start]) << 8 | UInt16(bytes[start + 1]))
    }
    if let text = String(validating: units, as: UTF16.self) { return PropertyList.value(of: text) }
    return PropertyList.value(of: String(decoding: units, as: UTF16.self), defect: .loneSurrogate)
  }

  /// Decodes an integer of `size` bytes; only integers of at least eight bytes are signed.
  private func integer(at start: Int, size: Int) throws(DocumentError) -> Double {
    guard start <= bytes.count - size else { throw outOfBounds(start) }
    let value = bytes[start..<start + size].suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return size < 8 ? Double(value) : Double(Int64(bitPattern: value))
  }

  private func real(at start: Int, size: Int) throws(DocumentError) -> Double {
    guard start <= bytes.count - size else { throw outOfBounds(start) }
    let bits = bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return size == 4
      ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
  }
}
