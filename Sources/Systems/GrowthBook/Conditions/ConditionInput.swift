import Documents
import FeatureFlags
import Targeting

/// A value that a condition reads: first the attributes of a user, or the result of a prerequisite.
struct ConditionInput: Sendable {
  let value: AttributeValue
  /// The targeting key, which is the attribute `id` of a user without this attribute.
  private let id: String?

  init(_ context: EvaluationContext) {
    (value, id) = (.object(context.attributes), context.targetingKey)
  }

  init(_ value: AttributeValue) { (self.value, id) = (value, nil) }

  /// Returns the value at a path through objects and lists, whose last part can be the `length` of a list;
  /// null if there is none.
  func value(at path: [String]) -> AttributeValue {
    if let value = value.member(at: path) { return value }
    if path.last == "length", let list = value.member(at: Array(path.dropLast()))?.list {
      return .number(Double(list.count))
    }
    return path.count == 1 ? standardValue(of: path[0]) : .null
  }

  /// Returns the text of a hash attribute, which is no path; `nil` if the attribute is missing, or counts as
  /// false.
  func hashText(of attribute: String) -> String? {
    let value = hashValue(of: attribute)
    return value.isTruthyInScript ? value.scriptText : nil
  }

  /// The value of a hash attribute, which is no path; null if it is missing.
  func hashValue(of attribute: String) -> AttributeValue {
    value.member(attribute) ?? standardValue(of: attribute)
  }

  /// The value of a missing attribute.
  private func standardValue(of attribute: String) -> AttributeValue {
    if let id, attribute == "id" { .string(id) } else { .null }
  }
}

/// The values of a list in which an attribute is searched for: type and value have to be equal.
struct ValueList: Sendable {
  private let texts: TextList
  /// The numbers, the Booleans and null.
  private let others: Set<AttributeValue>

  /// Creates an empty list.
  init() { (texts, others) = (TextList([]), []) }

  /// Creates a list of elements of a document; with `ignoresCase`, the searched texts have to be lower case.
  init(_ elements: some Sequence<some DocumentValue>, ignoresCase: Bool = false) {
    var (texts, others): ([String], Set<AttributeValue>) = ([], [])
    texts.reserveCapacity(elements.underestimatedCount)
    for element in elements {
      if let text = element.string {
        texts.append(text.folded(ignoresCase))
      } else {
        // A list or an object is never equal to another one.
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

  /// Whether texts of the list are SHA-256 hashes, which apps compute from secure attributes.
  var hasHashes: Bool { texts.values.contains(where: \.isSecureHash) }

  /// At most the first five values as JSON.
  var text: String {
    let values = texts.values.prefix(5).map { AttributeValue.string($0).excerpt }
    let count = texts.values.count + others.count
    let rest = count > 5 ? ["and \(count - 5) more"] : []
    let listed = (values + others.prefix(5).map(\.excerpt).sorted()).prefix(5)
    return "[\((listed + rest).joined(separator: ", "))]"
  }
}
