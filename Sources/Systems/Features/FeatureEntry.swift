import Documents
import FeatureFlags
import FlagSystem

/// An entry of a document of features, whose fields can be changed in place.
struct FeatureEntry {
  /// The keys of the fields.
  enum Key: String {
    case name, description, section, enabled, development, unlocked, type, labels
    case variations = "test-variations"
    case biases = "test-biases"
    case assignment = "test-variation-assignment"
  }

  private var object: EditedObject

  init(_ object: EditedObject) {
    self.object = object
  }

  var json: JSONValue { object.json }

  /// The value of a field; `nil` for a missing field and for null.
  subscript(key: Key) -> JSONValue? {
    get { object[key.rawValue] }
    set { object[key.rawValue] = newValue }
  }

  /// The names of the variations as the entry spells them; empty for a plain flag.
  var variations: [String] { self[.variations]?.list?.compactMap(\.string) ?? [] }

  /// Sets a Boolean field, unless it has the value already.
  mutating func set(_ key: Key, to flag: Bool) {
    if case .bool(flag)? = self[key] { return }
    self[key] = .bool(flag)
  }

  /// Sets the biases to 100 for one variation and to 0 for all others.
  ///
  /// The biases are integers, because the original framework compares their sum with 100 exactly.
  mutating func allocateEveryone(to index: Int) {
    // A flag with one declared variation has two outcomes, and the framework needs a bias for each of them.
    let count = max(variations.count, 2)
    self[.biases] = .list((0..<count).map { .integer($0 == index ? 100 : 0) })
  }
}
