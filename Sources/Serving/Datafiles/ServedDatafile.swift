import AscendEngine
import Documents
import FeatureFlags
import OptimizelyEngine
import RemoteConfig

/// Generates the datafile with which an Optimizely SDK of any language obeys the overrides of a
/// tester.
///
/// Flags without an override, unknown members and the spelling of numbers and strings are unchanged.
/// The revision changes with each change of the overrides, because SDKs compare revisions to detect a
/// new datafile.
///
/// If the overrides apply to every user, an overridden variation is delivered by an added rollout, and an
/// overridden state is set in all variations of the flag, so that the rules still select the variation of
/// each user. If they apply to one user, an experiment before the other rules allow-lists the user; it has
/// no traffic, so that all other users continue with the next rule. Audience conditions are not used,
/// because they match attributes, and the user id is not an attribute.
package enum ServedDatafile {
  /// Generates the datafile.
  ///
  /// In SDKs, a flag that is off has the default values of its variables. Therefore overridden variables
  /// become default values if the overrides apply to every user; an override for one user has no effect on
  /// the variables of a flag that is off. An override for one user is generated from an evaluation with the
  /// attributes of `state.context`, and does not follow later changes of the user's attributes.
  ///
  /// - Parameters:
  ///   - state: The features with their overrides, and the datafile as received.
  ///   - user: The targeting key of the only user to whom the overrides apply; `nil` for every user.
  /// - Returns: The datafile; the bytes as received if no override has an effect.
  /// - Throws: The reason why the source has no datafile.
  package static func bytes(
    of state: ServedState,
    for user: String? = nil
  ) throws(ServedDatafileError) -> [UInt8] {
    guard let document = state.document else { throw .noDocument }
    try checkFormat(of: document, state.evaluator)
    let features = state.features.filter { $0.isOverridden && !$0.isRemoved }
    guard !features.isEmpty else { return document }
    var editor = DatafileEditor(
      text: JSONText(try strict(document)),
      evaluator: try evaluator(of: state, document),
      context: context(of: state, for: user),
      user: user
    )
    editor.edit(features)
    try editor.moveHoldouts()
    return editor.hasEdits ? editor.finish() : document
  }

  private static func context(of state: ServedState, for user: String?) -> EvaluationContext {
    var context = state.context
    if let user { context.targetingKey = user }
    return context
  }

  /// Returns the evaluator of the document.
  ///
  /// The evaluator of the state is used only if it is one of a datafile: it may also combine the source
  /// with a fallback.
  private static func evaluator(
    of state: ServedState,
    _ document: [UInt8]
  ) throws(ServedDatafileError) -> DatafileEvaluator {
    if let evaluator = state.evaluator as? DatafileEvaluator { return evaluator }
    let datafile = try mapError(Datafile(bytes: document), to: ServedDatafileError.invalid)
    return DatafileEvaluator(Evaluator(datafile))
  }

  /// Returns the document as JSON: a document with comments or other syntax of JSON5, which SDKs
  /// cannot parse, is encoded again.
  private static func strict(_ document: [UInt8]) throws(ServedDatafileError) -> [UInt8] {
    // Drops the parse error: the document was parsed as JSON5 before.
    if (try? JSONReader.read(document, as: .json)) != nil { return document }
    guard let node = try? JSONReader.read(document), let value = JSONValue(node) else {
      throw .notJSON
    }
    return Array(value.text().utf8)
  }

  private static func checkFormat(
    of document: [UInt8],
    _ evaluator: any FlagEvaluator
  ) throws(ServedDatafileError) {
    if evaluator is DatafileEvaluator { return }
    if ConfigurationFormat.optimizely().recognises(document) { return }
    let formats: [(format: ConfigurationFormat, text: String)] = [
      (.remoteConfigTemplate, "a Remote Config template"),
      (.ascend(), "a response of an Ascend server"),
      (.features, "a configuration of features"),
    ]
    let found = formats.first { $0.format.recognises(document) }
    throw .notADatafile(found: found?.text ?? "a document of another format")
  }
}
