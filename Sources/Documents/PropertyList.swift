/// Reads property lists, XML and binary, into the same nodes as JSON.
///
/// The reading is done here because Foundation's decoder can be made to overrun the stack by a deep
/// document, and to run for ever by one whose parts stand in themselves.
package enum PropertyList {
  /// Reads one document.
  ///
  /// - Throws: `webPage` if the document is HTML, and otherwise what is wrong with it.
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

  /// The value of a text, where the text that Foundation writes for a missing element is null.
  static func value(of text: String, defect: TextDefect? = nil) -> Node.Value {
    let (text, truncation) = text.truncatingClusters()
    return text == "$null" ? .null : .string(text, defect ?? truncation)
  }
}
