import Documents
package import FeatureFlags

extension AttributeValue {
  package var isNull: Bool { if case .null = self { true } else { false } }

  /// The Boolean value; `nil` for a value of another type.
  package var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }

  /// Whether the value is a text.
  package var isText: Bool { if case .string = self { true } else { false } }

  /// Whether the value is a list or an object.
  package var isStructure: Bool {
    switch self {
    case .list, .object: true
    case .null, .bool, .number, .string: false
    }
  }

  /// Whether all numbers of the value are finite, so that JSON can express it.
  package var isFinite: Bool {
    switch self {
    case .null, .bool, .string: true
    case .number(let number): number.isFinite
    case .list(let values): values.allSatisfy(\.isFinite)
    case .object(let members): members.values.allSatisfy(\.isFinite)
    }
  }

  /// The beginning of the value as JSON, for a message.
  package var excerpt: String {
    var space = String.excerptLimit
    return shortened(to: &space).description.excerpt
  }

  /// Returns the value with lists and objects replaced by `…` after the message has no space for their
  /// elements.
  private func shortened(to space: inout Int) -> AttributeValue {
    switch self {
    case .null, .bool, .number: return self
    case .string(let text): return .string(text.excerpt)
    case .list(let values):
      space -= values.count
      return space < 0 ? "…" : .list(values.map { $0.shortened(to: &space) })
    case .object(let members):
      space -= members.count
      return space < 0 ? "…" : .object(members.mapValues { $0.shortened(to: &space) })
    }
  }

  /// Returns the value at a path of member keys and element indices; `nil` if there is none.
  package func member(at path: [String]) -> AttributeValue? {
    var value = self
    for part in path {
      guard let next = value.member(part) else { return nil }
      value = next
    }
    return value
  }

  /// Returns the member of an object, or the element of a list with the index; `nil` if there is none.
  package func member(_ key: String) -> AttributeValue? {
    switch self {
    case .object(let members): return members[key]
    case .list(let values):
      return Int(key).flatMap { values.indices.contains($0) ? values[$0] : nil }
    case .null, .bool, .number, .string: return nil
    }
  }

  /// The text, or the number as text without an exponent; `nil` for a value of another type.
  package var decimalText: String? {
    switch self {
    case .string(let text): text
    case .number(let number): number.decimalText
    case .null, .bool, .list, .object: nil
    }
  }
}

extension Double {
  /// The shortest decimal digits that identify the number, without an exponent: `1`, `0.00001`.
  package var decimalText: String {
    if let whole = Int64(exactly: self) { return String(whole) }
    let text = description
    guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...])
    else { return text }
    let sign = text.hasPrefix("-") ? "-" : ""
    let mantissa = text[..<mark].drop { $0 == "-" }
    let whole = mantissa.prefix { $0 != "." }
    // A mantissa without a fraction is written as `1e+20` or as `1.0e+20`.
    let fraction = mantissa.dropFirst(whole.count + 1)
    let digits = whole + (fraction == "0" ? "" : fraction)
    let point = whole.count + exponent
    if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + digits }
    if point >= digits.count {
      return sign + digits + String(repeating: "0", count: point - digits.count)
    }
    return sign + digits.prefix(point) + "." + digits.dropFirst(point)
  }
}
