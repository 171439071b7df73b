import Foundation

/// Reads property lists, XML and binary, into the same nodes as JSON; they have no lines.
enum PropertyList {
  /// Reads one document.
  ///
  /// - Throws: `webPage` if the document is HTML, and otherwise the reason of the decoder.
  static func read(_ bytes: [UInt8]) throws(ConfigurationError) -> Node {
    guard !isWebPage(bytes) else { throw .webPage }
    do {
      return try PropertyListDecoder().decode(Content.self, from: Data(bytes)).node
    } catch let error as DecodingError {
      throw .propertyList(reason: error.reason)
    } catch {
      throw .propertyList(reason: "\(error)")
    }
  }

  private static func isWebPage(_ bytes: [UInt8]) -> Bool {
    let start = String(decoding: bytes.prefix(512), as: UTF8.self).lowercased()
    return start.contains("<html") || start.contains("<!doctype html")
  }

  /// Any value of a property list.
  private struct Content: Decodable {
    let node: Node

    init(from decoder: any Decoder) throws {
      node = Node(value: try Self.value(from: decoder), line: nil)
    }

    private static func value(from decoder: any Decoder) throws -> Node.Value {
      if let container = try? decoder.container(keyedBy: AnyKey.self) {
        // Sorted, because a property list does not keep the order of its keys.
        let keys = container.allKeys.sorted { $0.stringValue < $1.stringValue }
        return .object(
          try keys.map { key in
            Node.Member(
              key: key.stringValue,
              node: try container.decode(Content.self, forKey: key).node
            )
          }
        )
      }
      if var container = try? decoder.unkeyedContainer() {
        var elements: [Node] = []
        while !container.isAtEnd { elements.append(try container.decode(Content.self).node) }
        return .list(elements)
      }
      return try scalar(from: try decoder.singleValueContainer())
    }

    // Each `try?` asks whether the value is of one kind; the next line asks for the next.
    private static func scalar(
      from container: any SingleValueDecodingContainer
    ) throws -> Node.Value {
      if container.decodeNil() { return .null }
      if let flag = try? container.decode(Bool.self) { return .bool(flag) }
      if let number = try? container.decode(Double.self) { return .number(number) }
      if let text = try? container.decode(String.self) {
        // The encoder of property lists writes a missing element of a list so.
        return text == "$null" ? .null : .string(text, isWhole: true)
      }
      return .string("(date or data)", isWhole: true)
    }
  }

  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
      self.stringValue = stringValue
    }

    init?(intValue: Int) {
      nil
    }
  }
}

extension DecodingError {
  /// What the decoder says, without the path and the types around it.
  fileprivate var reason: String {
    switch self {
    case .dataCorrupted(let context): Self.text(context)
    case .keyNotFound(_, let context): Self.text(context)
    case .typeMismatch(_, let context): Self.text(context)
    case .valueNotFound(_, let context): Self.text(context)
    @unknown default: "\(self)"
    }
  }

  private static func text(_ context: Context) -> String {
    context.underlyingError.map { "\(context.debugDescription) (\($0))" }
      ?? context.debugDescription
  }
}
