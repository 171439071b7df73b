import COpenSSL
package import Documents

import struct FoundationEssentials.Data

/// The bytes of a document in which encrypted parts are decrypted.
package struct GrowthBookPayload: Sendable {
  /// The document; a part that could not be decrypted is still encrypted.
  package private(set) var bytes: [UInt8]
  /// The messages about parts that could not be decrypted.
  private(set) var failures: [String] = []
  /// The names of plain parts that a decrypted part has replaced; the document now contains them twice.
  private(set) var replaced: Set<String> = []

  /// The reason why a part could not be decrypted, as the end of a message.
  enum Defect: String, Error {
    case noLibrary = "its decryption needs the package libssl3"
    case noKey = "it needs the decryption key of the SDK connection"
    case malformedKey = "the decryption key is malformed, expected 16 bytes in base64"
    case malformedText = "it is malformed, expected two texts in base64 with a point between them"
    case wrongKey = "the decryption key is wrong, or the text is damaged"
  }

  /// Decrypts the encrypted parts of a document.
  ///
  /// - Parameters:
  ///   - bytes: The document as received from the source.
  ///   - key: The decryption key of the SDK connection in base64; `nil` if there is none.
  /// - Throws: An error if a document with encrypted parts is not valid JSON.
  package init(_ bytes: [UInt8], key: String?) throws(DocumentError) {
    self.bytes = bytes
    guard bytes.contains(text: "encrypted") else { return }
    _ = try JSONReader.read(bytes)
    let text = JSONText(bytes)
    let members = text.members(of: text.root)
    var edits: [Range<Int>: String] = [:]
    for member in members where member.key.hasPrefix("encrypted") {
      guard let encrypted = text.string(member.value) else {
        let json = text.text(member.value)
        // The SDKs ignore a falsy value.
        if !["null", "false", "0"].contains(json) {
          failures.append("\"\(member.key)\" is left out: it is no text")
        }
        continue
      }
      guard !encrypted.isEmpty else { continue }
      let name = member.key.dropFirst("encrypted".count)
      let part = name.prefix(1).lowercased() + name.dropFirst()
      do throws(Defect) {
        let json = try Self.decrypted(encrypted, key: key)
        // The SDKs prefer the encrypted part to the plain one. Replaces both, so that the value does not
        // depend on which of two members with the same key a parser uses.
        let plain = members.filter { $0.key == part }
        if !plain.isEmpty { replaced.insert(part) }
        for member in plain { edits[member.value] = json }
        edits[member.start..<member.value.upperBound] = "\"\(part)\":\(json)"
      } catch { failures.append("\"\(member.key)\" is left out: \(error.rawValue)") }
    }
    for (range, json) in edits.sorted(by: { $0.key.lowerBound > $1.key.lowerBound }) {
      self.bytes.replaceSubrange(range, with: json.utf8)
    }
  }

  /// Whether libcrypto, which is required for decryption, can be loaded.
  package static var hasLibrary: Bool { copenssl_is_ready() != 0 }

  /// Decrypts a string of the form `base64(iv).base64(ciphertext)` (AES-128-CBC) to JSON.
  static func decrypted(_ text: String, key: String?) throws(Defect) -> String {
    guard let key, !key.isEmpty else { throw .noKey }
    guard let key = Data(base64Encoded: key), key.count == 16 else { throw .malformedKey }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      .map { Data(base64Encoded: String($0)) }
    guard parts.count == 2, let iv = parts[0], iv.count == 16, let data = parts[1] else {
      throw .malformedText
    }
    guard hasLibrary else { throw .noLibrary }
    var plain = [UInt8](repeating: 0, count: data.count + 16)
    let size = copenssl_decrypt([UInt8](key), [UInt8](iv), [UInt8](data), Int32(data.count), &plain)
    // Parses the result as well: with a wrong key, the padding can be valid by chance.
    guard size >= 0, let json = String(validating: plain.prefix(Int(size)), as: UTF8.self),
      (try? JSONReader.read(Array(json.utf8), as: .json)) != nil
    else { throw .wrongKey }
    return json
  }
}
