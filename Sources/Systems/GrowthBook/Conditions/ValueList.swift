import Documents
import FeatureFlags
import Targeting

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
