package import Documents
package import FeatureFlags
import Targeting

/// The state of a session from which the documents for clients are generated.
package struct ServedState: Sendable {
  /// The features with their overrides for everyone, evaluated for ``context``.
  package let features: [Feature]
  /// The evaluator of the features, which can also evaluate them for other users.
  package let evaluator: any FlagEvaluator
  /// The default user of the session.
  package let context: EvaluationContext
  /// The document as received from the source, without overrides; `nil` if only a fallback is active.
  package let document: [UInt8]?
  /// The kinds of documents of all systems, for error messages.
  private let kinds: [DocumentKind]

  package init(
    features: [Feature],
    evaluator: any FlagEvaluator,
    context: EvaluationContext = EvaluationContext(),
    document: [UInt8]?,
    kinds: [DocumentKind] = []
  ) {
    self.kinds = kinds
    // The override for single users that holds for the default user must not be forced for all users.
    self.features = features.map { feature in
      guard feature.hasScopedOverrides else { return feature }
      var feature = feature
      feature.selectOverride(of: .everyone)
      return feature
    }
    self.evaluator = evaluator
    self.context = context
    self.document = document
  }
}

// MARK: The document of a system

extension ServedState {
  /// Returns the evaluator of the document; `nil` if it is not of the given type.
  ///
  /// The evaluator of a merged fallback is never returned.
  package func evaluator<Evaluator: FlagEvaluator>(as type: Evaluator.Type) -> Evaluator? {
    var configuration = Configuration()
    configuration.evaluator = evaluator
    return configuration.evaluator(as: type)
  }

  /// Returns the document as received, which must be one of the given kind.
  package func document(of kind: DocumentKind) throws(ServedDocumentError) -> [UInt8] {
    guard let document else { throw .noDocument(expected: kind.name) }
    guard !kind.matches(self) else { return document }
    let found = kinds.first { $0.matches(self) }?.name ?? "a document of another format"
    throw .otherSystem(expected: kind.name, found: found)
  }

  /// Returns the document of a system as JSON without a byte order mark.
  ///
  /// A document in YAML or JSON5 is encoded again as JSON, because SDKs cannot parse it.
  package func json(
    of kind: DocumentKind,
    yaml: YAMLReader.Schema = .go
  ) throws(ServedDocumentError) -> [UInt8] {
    try Self.json(try document(of: kind), of: kind, yaml: yaml)
  }

  /// Converts a document in JSON, JSON5 or YAML to JSON without a byte order mark.
  ///
  /// - Throws: `notJSON` for a document with a value that JSON cannot express.
  package static func json(
    _ document: [UInt8],
    of kind: DocumentKind,
    yaml: YAMLReader.Schema = .go
  ) throws(ServedDocumentError) -> [UInt8] {
    // Drops the parse error: a document that is not strict JSON is read as JSON5 or YAML below.
    if (try? JSONReader.read(document, as: .json)) != nil {
      return document.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(document.dropFirst(3)) : document
    }
    // Drops the parse error: the source has parsed the document before.
    guard let node = try? DocumentEncoding.readJSONOrYAML(document, as: yaml),
      let value = JSONValue(node)
    else { throw .notJSON(kind.name) }
    return Array(value.text().utf8)
  }
}

extension ServedState {
  /// Returns the features with their overrides, evaluated for the user with the given targeting
  /// key; with `nil`, for the default user.
  ///
  /// The user gets the attributes of the default user, but not the segments and sticky variations, which
  /// belong to the targeting key of the default user.
  package func features(for user: String?) -> [Feature] {
    guard let user else { return features }
    guard user != context.targetingKey else { return features(in: context) }
    return features(in: EvaluationContext(targetingKey: user, attributes: context.attributes))
  }

  /// Returns features with their overrides, evaluated for the given user; all features of the state by
  /// default.
  package func features(_ features: [Feature]? = nil, in context: EvaluationContext) -> [Feature] {
    let features = features ?? self.features
    let allocator = evaluator.allocator(for: context, count: features.count)
    return features.map { feature in
      var feature = feature
      feature.selectOverride(for: context)
      feature.allocate(by: allocator)
      return feature
    }
  }
}

extension Override {
  /// Returns the forced value of a variable, converted to the type of the feature's variable; `nil` if
  /// there is no forced value, or if it cannot be converted.
  package func convertedValue(of name: String, of feature: Feature) -> VariableValue? {
    guard let value = variables[name],
      let declared = feature.declaredVariables.first(where: { $0.name == name })
    else { return nil }
    return value.converted(to: declared.value.type)
  }
}
