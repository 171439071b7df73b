package import Documents

/// A value that is decoded from an object of a datafile.
protocol DatafileObject {
  init(_ fields: some DocumentFields) throws(DocumentError)
}

/// Decodes lists and optional values of datafiles.
///
/// The functions are in the module that calls them, so that the compiler can specialize them for
/// `FlatValue` and for `Node`.
extension DocumentFields {
  /// Decodes a required list of objects.
  func list<Object: DatafileObject>(_ key: StaticString) throws(DocumentError) -> [Object] {
    try list(key) { value throws(DocumentError) in try Object(value.fields()) }
  }

  /// Decodes an optional list of objects; empty if the field is missing or null.
  func optionalList<Object: DatafileObject>(_ key: StaticString) throws(DocumentError) -> [Object] {
    value(key) == nil ? [] : try list(key)
  }

  func texts(_ key: StaticString) throws(DocumentError) -> [String] {
    try list(key, of: Self.text)
  }

  /// Decodes an optional list of strings; empty if the field is missing or null.
  func optionalTexts(_ key: StaticString) throws(DocumentError) -> [String] {
    value(key) == nil ? [] : try texts(key)
  }

  private func list<Element>(
    _ key: StaticString,
    of read: (Value) throws(DocumentError) -> Element
  ) throws(DocumentError) -> [Element] {
    let values = try elements(key)
    do { return try values.decoded(by: read) } catch { throw error.inside(key.description) }
  }

  private static func text(of value: Value) throws(DocumentError) -> String {
    guard let text = value.string else { throw value.mismatch(expected: "a text") }
    return text
  }

  /// Decodes an optional field with `read`; `nil` if the field is missing or null.
  func optional<Result>(
    _ key: StaticString,
    read: (Value) throws(DocumentError) -> Result
  ) throws(DocumentError) -> Result? {
    guard let value = value(key) else { return nil }
    do { return try read(value) } catch { throw error.inside(key.description) }
  }

  /// Decodes a required field with `read`; `expected` describes the value if the field is missing.
  func value<Result>(
    _ key: StaticString,
    expected: String,
    read: (Value) throws(DocumentError) -> Result
  ) throws(DocumentError) -> Result {
    let value = try required(key, expected: expected)
    do { return try read(value) } catch { throw error.inside(key.description) }
  }

  /// Decodes a required string that must be the raw value of one of the cases.
  func option<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: StaticString,
    of type: Choice.Type
  ) throws(DocumentError) -> Choice {
    if let text = value(key)?.string, let choice = Choice(rawValue: text) { return choice }
    return try choice(key, of: type)
  }
}

extension Sequence where Element: DocumentValue {
  /// Decodes the elements of a list with `read`.
  ///
  /// - Throws: The error of the first invalid element; its path contains the index of the element.
  func decoded<Result>(
    by read: (Element) throws(DocumentError) -> Result
  ) throws(DocumentError) -> [Result] {
    var results: [Result] = []
    results.reserveCapacity(underestimatedCount)
    for value in self {
      do { results.append(try read(value)) } catch { throw error.inside("[\(results.count)]") }
    }
    return results
  }
}

extension DocumentGrammar {
  /// The grammar of Optimizely datafiles: the known fields of each object.
  package static let datafile = DocumentGrammar(
    readers: "SDKs of Optimizely",
    root: MemberTable(
      """
      version revision projectId accountId sdkKey environmentKey region anonymizeIP botFiltering \
      sendFlagDecisions variables layers
      """,
      [
        "featureFlags": .flags(.flag), "experiments": .objects(.experiment),
        "rollouts": .objects(MemberTable("id", ["experiments": .objects(.experiment)])),
        "groups": .objects(
          MemberTable(
            "id policy",
            ["trafficAllocation": .objects(.traffic), "experiments": .objects(.experiment)]
          )
        ),
        "audiences": .objects(.audience), "typedAudiences": .objects(.audience),
        "attributes": .objects(MemberTable("id key")),
        "events": .objects(MemberTable("id key experimentIds")),
        "integrations": .objects(MemberTable("key host publicKey pixelUrl")),
        "holdouts": .objects(.holdout), "localHoldouts": .objects(.holdout),
      ]
    )
  )
}

extension MemberTable {
  fileprivate static let flag = MemberTable(
    "id key rolloutId experimentIds",
    ["variables": .objects(MemberTable("id key type subType defaultValue"))]
  )

  fileprivate static let experiment = MemberTable(
    "id key status layerId audienceIds forcedVariations type",
    [
      "variations": .objects(.variation), "trafficAllocation": .objects(.traffic),
      "audienceConditions": .objects(.condition),
      "cmab": .objects(MemberTable("trafficAllocation attributeIds")),
    ]
  )

  fileprivate static let variation = MemberTable(
    "id key featureEnabled",
    ["variables": .objects(MemberTable("id value"))]
  )

  fileprivate static let traffic = MemberTable("entityId endOfRange")

  fileprivate static let audience = MemberTable("id name", ["conditions": .objects(.condition)])

  fileprivate static let condition = MemberTable("name type match value")

  fileprivate static let holdout = MemberTable(
    """
    id key status layerId audienceIds includedRules includedFlags excludedFlags excludeTargetedDeliveries
    """,
    [
      "variations": .objects(.variation), "trafficAllocation": .objects(.traffic),
      "audienceConditions": .objects(.condition),
    ]
  )
}
