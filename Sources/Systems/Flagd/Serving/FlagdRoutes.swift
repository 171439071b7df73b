import Documents
import FeatureFlags
package import FlagSystem
import Networking
import Targeting

extension DocumentKind {
  static let flagd = DocumentKind("a document of flagd", of: FlagdEvaluator.self)
}

/// The routes that flagd and its providers call.
enum FlagdRoutes {
  private static let endpoint = "flagd"

  @Sendable
  static func all(_ source: ServedSource) -> [SystemRoute] {
    [
      SystemRoute(
        endpoint,
        .all(.get, "/flagd/flags.json"),
        .document(
          SystemDocument("flagd") { state, _ throws(ServedDocumentError) in
            try ServedFlagd(state).flags
          }
        )
      ),
      SystemRoute(
        endpoint,
        .all(.get, "/flagd/overrides.json"),
        .document(
          SystemDocument("flagd-overrides") { state, _ throws(ServedDocumentError) in
            try ServedFlagd(state).overrides
          }
        )
      ),
    ]
  }
}

/// Generates the documents with which flagd and its providers apply the overrides of a tester.
///
/// The overrides for single users are conditions in front of the targeting.
package struct ServedFlagd {
  private let document: [UInt8]
  private let forced: [Feature.Name: [ScopedResult]]

  /// Takes the document and the overrides from a state.
  ///
  /// - Parameter state: The features with their overrides, and the document that was received from the
  ///   source.
  /// - Throws: An error if the source has no document of flagd.
  package init(_ state: ServedState) throws(ServedDocumentError) {
    document = Self.keyed(try state.json(of: .flagd))
    forced = state.scopedResults
  }

  package var flags: [UInt8] { FlagdEditor.document(document, forcing: forced) }

  /// A document with only the overridden flags, which flagd can merge as its last source.
  package var overrides: [UInt8] { FlagdEditor.overrides(document, forcing: forced) }

  /// Returns the document with its flags as an object, because only the daemon accepts a list of flags.
  private static func keyed(_ document: [UInt8]) -> [UInt8] {
    var tree = JSONTree(document)
    guard let flags = tree["flags"], flags.isList else { return document }
    let entries = flags.elements.compactMap { flag -> (key: String, value: JSONTree)? in
      guard let key = flag["key"]?.string, flag.members.count > 1 else { return nil }
      var flag = flag
      // Providers reject a flag that has an unknown member.
      flag["key"] = nil
      return (key, flag)
    }
    tree["flags"] = JSONTree(members: entries.last(by: \.key))
    return tree.bytes
  }
}
