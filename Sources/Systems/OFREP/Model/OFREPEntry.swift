package import Documents
package import FeatureFlags

/// One entry of an OFREP response: the evaluation of one flag, or an error.
///
/// An optional field of the wrong type is treated as missing, because servers differ in these fields.
package struct OFREPEntry: Hashable, Sendable {
  /// The key of the flag.
  package let key: String
  /// The value with its exact type: `1` is an integer, `1.0` is a floating-point number, an object or a
  /// list is JSON.
  ///
  /// The value is `nil` if the response contains none, which means that the app uses its own default.
  package let value: VariableValue?
  /// The reason, such as `TARGETING_MATCH`; servers also send reasons that OFREP does not list.
  package let reason: String?
  /// The name of the variant; `nil` if the response contains none.
  package let variant: String?
  /// The metadata in the order of the response; lists and objects are JSON.
  package let metadata: [Variable]
  /// The error of the evaluation; `nil` if the flag was evaluated.
  package let error: ErrorObject?
  /// The members of the entry in the order of the response, as unchanged text.
  private let members: [Member]
  /// The members of the metadata, as unchanged text.
  private let metadataMembers: [Member]

  /// The error object of an OFREP response or of one of its entries.
  package struct ErrorObject: Hashable, Sendable {
    /// The error code, such as `FLAG_NOT_FOUND`; `nil` if the response has none.
    package let code: String?
    /// The description of the error; `nil` if the response has none.
    package let details: String?
  }

  private struct Member: Hashable, Sendable {
    let key: String
    let raw: RawJSON
  }

  /// Converts an object of a response; the result is `nil` if the value is not an object or has no key.
  ///
  /// - Parameters:
  ///   - node: The parsed object.
  ///   - raw: The same object as unchanged text.
  ///   - key: The key to use if the object has none; with `nil`, such an object is rejected.
  package init?(_ node: Node, _ raw: RawJSON, key: String? = nil) {
    let texts = raw.members(node)
    guard node.members != nil, let key = node["key"]?.string ?? key else { return nil }
    self.key = key
    members = texts.map { Member(key: $0.key, raw: $0.raw) }
    value = texts.last { $0.key == "value" }.flatMap { VariableValue($0.node, $0.raw) }
    reason = node["reason"]?.string
    variant = node["variant"]?.string
    let metadataTexts = texts.last { $0.key == "metadata" }.map { $0.raw.members($0.node) } ?? []
    metadataMembers = metadataTexts.map { Member(key: $0.key, raw: $0.raw) }
    metadata = metadataTexts.compactMap { member in
      VariableValue(member.node, member.raw).map { Variable(name: member.key, value: $0) }
    }
    error = ErrorObject(node)
  }

  /// Returns the entry as a JSON object, whose values are the unchanged text of the response.
  ///
  /// - Parameters:
  ///   - isStale: Whether to add `"stale": true` to the metadata.
  ///   - isComplete: Whether to add the reason `UNKNOWN` and an empty variant if they are missing, because
  ///     some clients reject an evaluation without them.
  /// - Returns: The object; `key` is its first member.
  package func json(isStale: Bool = false, isComplete: Bool = false) -> RawJSON {
    var added = isComplete ? missingMembers : []
    if isStale { added.append((key: "metadata", value: staleMetadata)) }
    let replaced = ["key"] + added.map(\.key)
    let others = members.filter { !replaced.contains($0.key) }.map { (key: $0.key, value: $0.raw) }
    return RawJSON(members: [(key: "key", value: RawJSON(.string(key)))] + others + added)
  }

  /// The members that OFREP or its clients require of an evaluation, but that the entry lacks.
  ///
  /// Nothing is added to an evaluation failure, because clients could then mistake it for an evaluation.
  private var missingMembers: [(key: String, value: RawJSON)] {
    guard error == nil else { return [] }
    var missing: [(key: String, value: RawJSON)] = []
    if reason == nil { missing.append((key: "reason", value: RawJSON(.string("UNKNOWN")))) }
    if variant == nil { missing.append((key: "variant", value: RawJSON(.string("")))) }
    return missing
  }

  /// The metadata with `"stale": true`.
  private var staleMetadata: RawJSON {
    let values = metadataMembers.filter { $0.key != "stale" }.map { (key: $0.key, value: $0.raw) }
    return RawJSON(members: values + [(key: "stale", value: RawJSON(.bool(true)))])
  }
}

extension OFREPEntry.ErrorObject {
  /// Parses an error object; `nil` if the object contains no error.
  package init?(_ node: Node) {
    code = node["errorCode"]?.string
    details = node["errorDetails"]?.string
    guard code != nil || details != nil else { return nil }
  }
}

extension OFREPEntry.ErrorObject: CustomStringConvertible {
  /// The code and the description, such as `PARSE_ERROR: unexpected token`.
  package var description: String {
    [code, details].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ": ").excerpt
  }
}

extension VariableValue {
  /// Converts a value of a response; `nil` for null and for a number that is not finite.
  fileprivate init?(_ node: Node, _ raw: RawJSON) {
    switch node.value {
    case .null, .opaque: return nil
    case .bool(let flag): self = .boolean(flag)
    case .string(let text, _): self = .string(text)
    case .number, .integer:
      let text = raw.text
      if !text.contains(where: { ".eE".contains($0) }), let integer = Int(text) {
        self = .integer(integer)
      } else {
        guard let number = Double(text), number.isFinite else { return nil }
        self = .double(number)
      }
    case .list, .object:
      guard let json = JSONValue(node) else { return nil }
      self = .json(json.text())
    }
  }
}
