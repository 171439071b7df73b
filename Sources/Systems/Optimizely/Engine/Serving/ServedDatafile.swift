import Documents
import FeatureFlags
package import FlagSystem
import Networking

/// Generates a datafile that makes an Optimizely SDK of any language apply the overrides of a tester.
///
/// Flags without an override, unknown members and the spelling of numbers and strings are unchanged.
/// The revision changes with each change of the overrides, because SDKs compare revisions to detect a
/// new datafile.
///
/// For everyone, an overridden variation is delivered by an added rollout, and an overridden state is set in
/// all variations of the flag, so that the rules still select the variation of each user. For a key, an
/// experiment before the other rules allow-lists the user; it has no traffic, so that all other users
/// continue with the next rule. For an attribute, such an experiment has an audience instead.
package enum ServedDatafile {
  /// Generates the datafile.
  ///
  /// In SDKs, a flag that is off has the default values of its variables. Therefore overridden variables
  /// become default values if they are overridden for everyone; an override for single users has no effect on
  /// the variables of a flag that is off. An override for a key is generated from an evaluation with the
  /// attributes of `state.context`, and does not follow later changes of the user's attributes.
  ///
  /// - Parameter state: The features with their overrides, and the datafile as received.
  /// - Returns: The datafile. If no override has an effect, these are the bytes as received, converted
  ///   to JSON if they contain comments or other JSON5 syntax, which SDKs cannot parse.
  /// - Throws: The reason why the source has no datafile.
  package static func bytes(
    of state: ServedState
  ) throws(ServedDocumentError) -> [UInt8] {
    let document = try state.json(of: .datafile)
    let features = state.scopedFeatures
    guard !features.isEmpty else { return document }
    var editor = DatafileEditor(
      document,
      evaluator: try evaluator(of: state, document),
      context: state.context
    )
    return try editor.edit(features) ?? document
  }

  private static func evaluator(
    of state: ServedState,
    _ document: [UInt8]
  ) throws(ServedDocumentError) -> DatafileEvaluator {
    if let evaluator = state.evaluator(as: DatafileEvaluator.self) { return evaluator }
    let datafile = try mapError(Datafile(bytes: document), to: Self.invalid)
    return DatafileEvaluator(Evaluator(datafile))
  }

  private static func invalid(_ error: DatafileError) -> ServedDocumentError {
    .invalid(expected: "a valid datafile", error: "\(error)")
  }
}

extension DocumentKind {
  static let datafile = DocumentKind("a datafile") { state in
    state.evaluator(as: DatafileEvaluator.self) != nil
      || (state.document.map(ConfigurationFormat.optimizely().recognises) ?? false)
  }
}

/// The routes that SDKs of Optimizely call.
enum DatafileRoutes {
  private static let prefix = "/datafiles/"

  /// Returns the route of the source's datafile, which is the same for every SDK key in the request.
  ///
  /// SDKs with an access token request `auth/KEY.json`.
  @Sendable
  static func all(_ source: ServedSource) -> [SystemRoute] {
    let document = SystemDocument("datafile") { name in
      let key = name.hasPrefix("auth/") ? name.dropFirst(5) : name[...]
      guard key.hasSuffix(".json"), key.count > 5, !key.contains("/") else {
        return "found the datafile \"\(name)\", expected \(prefix)KEY.json"
      }
      return nil
    } bytes: { state, _ throws(ServedDocumentError) in
      try ServedDatafile.bytes(of: state)
    }
    return [SystemRoute("datafile", .all(.get, below: prefix), .document(document))]
  }
}
