import Documents
import FeatureFlags
import Targeting

/// The value that a condition reads: the attributes of a user, the result of a prerequisite, or a part
/// of either.
struct ConditionInput: Sendable {
  let value: AttributeValue
  /// The targeting key, which is used as the attribute `id` if the user has no such attribute.
  private let id: String?

  init(_ context: EvaluationContext) {
    (value, id) = (.object(context.attributes), context.targetingKey)
  }

  init(_ value: AttributeValue) { (self.value, id) = (value, nil) }

  /// Returns the value at a path through objects and lists; null if there is no value.
  ///
  /// If the last component is `length`, and the path before it leads to a list, this is the length of
  /// the list.
  func value(at path: [String]) -> AttributeValue {
    if let value = value.member(at: path) { return value }
    if path.last == "length", let list = value.member(at: Array(path.dropLast()))?.list {
      return .number(Double(list.count))
    }
    return path.count == 1 ? standardValue(of: path[0]) : .null
  }

  /// Returns the value of a hash attribute as a string; `nil` if the attribute is missing or falsy.
  ///
  /// The name is not a path: a dot in it has no special meaning.
  func hashText(of attribute: String) -> String? {
    let value = hashValue(of: attribute)
    return value.isTruthyInScript ? value.scriptText : nil
  }

  /// Returns the value of a hash attribute, whose name is not a path; null if the attribute is missing.
  func hashValue(of attribute: String) -> AttributeValue {
    value.member(attribute) ?? standardValue(of: attribute)
  }

  /// Returns the value of an attribute that the user does not have: the targeting key for `id`, and
  /// otherwise null.
  private func standardValue(of attribute: String) -> AttributeValue {
    if let id, attribute == "id" { .string(id) } else { .null }
  }
}

/// The values of a list to which an attribute is compared; a value is only equal to one of the same
/// type.
struct ValueList: Sendable {
  private let texts: TextList
  /// The numbers, Booleans and null of the list.
  private let others: Set<AttributeValue>

  /// Creates an empty list.
  init() { (texts, others) = (TextList([]), []) }

  /// Creates a list from elements of a document; with `ignoresCase`, strings are stored in lower case.
  init(_ elements: some Sequence<some DocumentValue>, ignoresCase: Bool = false) {
    var (texts, others): ([String], Set<AttributeValue>) = ([], [])
    texts.reserveCapacity(elements.underestimatedCount)
    for element in elements {
      if let text = element.string {
        texts.append(text.folded(ignoresCase))
      } else {
        // Omits lists and objects, which are never equal to a value.
        let value = AttributeValue(element.node)
        if !value.isStructure { others.insert(value) }
      }
    }
    (self.texts, self.others) = (TextList(texts), others)
  }

  func contains(_ value: AttributeValue, ignoresCase: Bool) -> Bool {
    guard case .string(let text) = value else { return others.contains(value) }
    return texts.contains(text.folded(ignoresCase))
  }

  /// Whether the list contains SHA-256 hashes, which apps compute from secure attributes.
  var hasHashes: Bool { texts.values.contains(where: \.isSecureHash) }

  /// The first five values as JSON, and the number of the others.
  var text: String {
    let values = texts.values.prefix(5).map { AttributeValue.string($0).excerpt }
    let count = texts.values.count + others.count
    let rest = count > 5 ? ["and \(count - 5) more"] : []
    let listed = (values + others.prefix(5).map(\.excerpt).sorted()).prefix(5)
    return "[\((listed + rest).joined(separator: ", "))]"
  }
}
