/// Parses XML and binary property lists into the same nodes as JSON.
///
/// `PropertyListDecoder` of FoundationEssentials is not used: an XML document of 100,000 nested arrays
/// overflows its stack (a segmentation fault in Swift 6.3). A binary one does not, because containers
/// are opened on demand, but the decoder does not limit cyclic and repeated references.
package enum PropertyList {
  /// Parses one property list.
  ///
  /// - Throws: `webPage` if the document is HTML, and otherwise the error of the parser.
  package static func read(_ bytes: [UInt8]) throws(DocumentError) -> Node {
    if bytes.starts(with: BinaryPropertyListReader.mark) {
      return try BinaryPropertyListReader.read(bytes)
    }
    guard !isWebPage(bytes) else { throw .webPage }
    return try XMLPropertyListReader.read(bytes)
  }

  private static func isWebPage(_ bytes: [UInt8]) -> Bool {
    let start = String(decoding: bytes.prefix(512), as: UTF8.self).lowercased()
    return start.contains("<html") || start.contains("<!doctype html")
  }

  /// Converts a string to a value; `$null`, which Foundation writes for a missing element, is null.
  static func value(of text: String, defect: TextDefect? = nil) -> Node.Value {
    let (text, truncation) = text.truncatingClusters()
    return text == "$null" ? .null : .string(text, defect ?? truncation)
  }
}
