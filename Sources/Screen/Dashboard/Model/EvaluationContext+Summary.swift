import FeatureFlags

extension EvaluationContext {
  /// The attributes as a single line, such as `age = 42, plan = gold`; empty if there are none.
  ///
  /// Values that can be secrets are shown as `…`, because reports contain the text of the screen.
  ///
  /// A client can send a megabyte of attributes; the cost of the summary depends only on the limit.
  ///
  /// - Parameter limit: The length in bytes after which the rest is omitted.
  /// - Returns: Text from a client, which must still be made safe to show.
  func attributesText(limit: Int = 400) -> String {
    var summary = Summary(limit: limit)
    summary.append(members: attributes)
    return summary.text
  }

  /// The maximum number of bytes of a user key on the screen.
  private static let keyLimit = 200

  /// The user key for the screen: truncated, or a placeholder for a user without a key.
  var keyText: String {
    targetingKey.map { String(decoding: $0.utf8.prefix(Self.keyLimit), as: UTF8.self) }
      ?? "no key"
  }
}

/// A text that is built from values until it reaches its maximum length.
private struct Summary {
  private(set) var text = ""
  private let limit: Int
  private var isFull = false

  /// The maximum number of members of an object that are listed; of a larger object, only their number
  /// is shown.
  private static let memberLimit = 64
  /// The maximum depth of nested lists and objects.
  private static let depthLimit = 4

  init(limit: Int) {
    self.limit = limit
  }

  private mutating func append(_ piece: String) {
    guard !isFull else { return }
    let room = limit - text.utf8.count
    isFull = piece.utf8.count > room
    text += isFull ? String(decoding: piece.utf8.prefix(room), as: UTF8.self) + "…" : piece
  }

  mutating func append(members: [String: AttributeValue], depth: Int = 0) {
    guard members.count <= Self.memberLimit else {
      return append("\(members.count) attributes")
    }
    for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() where !isFull {
      append((index > 0 ? ", " : "") + member.key + " = ")
      append(member.value.withoutSecrets(of: member.key), depth: depth)
    }
  }

  private mutating func append(_ value: AttributeValue, depth: Int) {
    switch value {
    case .null, .bool, .number, .string: append(value.unquoted)
    case .list where depth >= Self.depthLimit: append("[…]")
    case .object where depth >= Self.depthLimit: append("{…}")
    case .list(let values):
      append("[")
      for (index, value) in values.enumerated() {
        if isFull { break }
        if index > 0 { append(", ") }
        append(value, depth: depth + 1)
      }
      append("]")
    case .object(let members):
      append("{")
      append(members: members, depth: depth + 1)
      append("}")
    }
  }
}
