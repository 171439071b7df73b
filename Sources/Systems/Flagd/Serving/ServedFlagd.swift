import Documents
import FeatureFlags
package import FlagSystem
import Targeting

/// Generates the documents with which flagd and its providers obey the overrides of a tester.
///
/// The overrides apply to every user, or to one user by a rule on the targeting key.
package struct ServedFlagd {
  private let document: [UInt8]
  private let forced: [FeatureName: ForcedResult]
  private let user: String?

  /// Reads the document of a state, and its overrides.
  ///
  /// - Parameters:
  ///   - state: The features with their overrides, and the document as received.
  ///   - user: The targeting key of the only user to whom the overrides apply; `nil` for every user.
  /// - Throws: The reason why the source has no document of flagd.
  package init(_ state: ServedState, user: String? = nil) throws(ServedDocumentError) {
    document = Self.keyed(try state.json(of: .flagd))
    forced = state.forcedResults
    self.user = user
  }

  /// The document with all flags.
  package var flags: [UInt8] { FlagdEditor.document(document, forcing: forced, for: user) }

  /// The document with only the flags that have an override, for use as the last source of flagd.
  package var overrides: [UInt8] { FlagdEditor.overrides(document, forcing: forced, for: user) }

  /// Returns the document with its flags as an object; providers cannot read the list that only the daemon
  /// accepts.
  private static func keyed(_ document: [UInt8]) -> [UInt8] {
    let text = JSONText(document)
    guard let flags = text.value("flags", of: text.root),
      text.bytes[flags.lowerBound] == UInt8(ascii: "[")
    else { return document }
    var entries: [[UInt8]] = []
    var positions: [String: Int] = [:]
    for flag in text.elements(of: flags) {
      let members = text.members(of: flag)
      guard let index = members.lastIndex(where: { $0.key == "key" }), members.count > 1,
        let key = text.string(members[index].value)
      else { continue }
      // Providers refuse a flag with a member that they do not know.
      var edits = JSONEdits()
      edits.remove(index, of: members)
      let name = Array((JSONValue.string(key).text() + ":").utf8)
      let entry = name + edits.rendered(flag, of: document)
      if let position = positions[key] {
        entries[position] = entry
      } else {
        positions[key] = entries.count
        entries.append(entry)
      }
    }
    var edits = JSONEdits()
    let object = String(decoding: Array(entries.joined(separator: ",".utf8)), as: UTF8.self)
    edits.replace(flags, with: "{\(object)}")
    return Array(edits.text(of: text).utf8)
  }
}
