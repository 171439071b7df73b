/// The file format of a configuration.
///
/// It is found out from the content when a configuration is read, whatever the file is called.
public enum ConfigurationType: String, Hashable, Sendable, CaseIterable {
  /// A property list, XML or binary.
  case plist
  /// JSON or JSON5.
  case json

  /// Finds out the format of a document from how it begins.
  init(of bytes: [UInt8]) {
    let isPropertyList =
      bytes.starts(with: BinaryPropertyListReader.mark)
      || Self.firstMark(of: bytes) == UInt8(ascii: "<")
    self = isPropertyList ? .plist : .json
  }

  /// Reads a document of the format.
  func read(_ bytes: [UInt8]) throws(ConfigurationError) -> Node {
    switch self {
    case .json: try JSONReader.read(bytes)
    case .plist: try PropertyList.read(bytes)
    }
  }

  /// The first byte that is neither white space nor a byte order mark.
  private static func firstMark(of bytes: [UInt8]) -> UInt8? {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return bytes[start...].first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
  }
}
