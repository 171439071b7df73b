extension YAMLReader {
  /// The rules by which a plain scalar, which has no quotes and no tag, gets its type.
  package enum Schema: Sendable {
    /// The rules of the package yaml.v3 of Go: those of YAML 1.2, with the integers of Go, such as `012` for
    /// ten, and with digits grouped by `_`.
    case go
    /// YAML 1.1, as most libraries for Python, Java and Go before yaml.v3 read it: `yes` and `on` are
    /// Booleans, `012` is ten, `1_000` is a thousand, and `1:30` is ninety.
    case yaml11

    /// Whether libraries refuse an object with duplicate keys; others use the last value.
    var refusesDuplicates: Bool {
      switch self {
      case .go: true
      case .yaml11: false
      }
    }

    /// Whether libraries refuse a tag that YAML does not define; others ignore it.
    var refusesTags: Bool { !refusesDuplicates }
  }
}

/// The value of a plain scalar.
struct YAMLScalar {
  let schema: YAMLReader.Schema

  static func string(_ text: String) -> Node.Value {
    let (text, defect) = text.truncatingClusters()
    return .string(text, defect)
  }

  func value(of text: String) -> Node.Value {
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .bool(true)
    case "false", "False", "FALSE": return .bool(false)
    case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": return .number(.infinity)
    case "-.inf", "-.Inf", "-.INF": return .number(-.infinity)
    case ".nan", ".NaN", ".NAN": return .number(.nan)
    default: break
    }
    switch schema {
    case .go: return number(text) ?? date(text) ?? Self.string(text)
    case .yaml11: return word(text) ?? number(text) ?? baseSixty(text) ?? Self.string(text)
    }
  }

  /// The Booleans that only YAML 1.1 has.
  private func word(_ text: String) -> Node.Value? {
    switch text {
    case "yes", "Yes", "YES", "on", "On", "ON": .bool(true)
    case "no", "No", "NO", "off", "Off", "OFF": .bool(false)
    default: nil
    }
  }

  private func number(_ text: String) -> Node.Value? {
    guard let first = text.utf8.first, first < 0x3A, first != 0x20, first != 0x5F else {
      return nil
    }
    let plain = text.filter { $0 != "_" }
    return integer(plain).map(Node.Value.integer) ?? float(plain).map(Node.Value.number)
  }

  private func integer(_ text: String) -> Int? {
    let sign = text.prefix { $0 == "-" || $0 == "+" }
    guard sign.count <= 1 else { return nil }
    let digits = text.dropFirst(sign.count)
    guard digits.utf8.first?.isDigit == true else { return nil }
    switch digits.prefix(2).lowercased() {
    case "0x": return Int(sign + digits.dropFirst(2), radix: 16)
    case "0b": return Int(sign + digits.dropFirst(2), radix: 2)
    case "0o": return schema == .go ? Int(sign + digits.dropFirst(2), radix: 8) : nil
    default: return Int(sign + digits, radix: digits.count > 1 && digits.hasPrefix("0") ? 8 : 10)
    }
  }

  private func float(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
    // Only Go reads 08, which is no octal number, as a decimal one.
    guard schema == .go || text.utf8.contains(where: { ".eE".utf8.contains($0) }) else {
      return text.utf8.allSatisfy(\.isDigit) && !text.hasPrefix("0") ? Double(text) : nil
    }
    return Double(text)
  }

  /// A number of base 60, such as `12:30:45`, whose parts after the first one are below 60.
  private func baseSixty(_ text: String) -> Node.Value? {
    let sign = text.hasPrefix("-") ? -1 : 1
    let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : Substring(text)
    let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count > 1, parts[0].first != "0", parts.count <= 6 else { return nil }
    var total = 0
    for (index, part) in parts.enumerated() {
      guard let number = Int(part), (1...9).contains(part.count), part.utf8.allSatisfy(\.isDigit),
        index == 0 || number < 60 && part.count <= 2
      else { return nil }
      let (product, isTooLarge) = total.multipliedReportingOverflow(by: 60)
      guard !isTooLarge else { return nil }
      total = product + number
    }
    return .integer(sign * total)
  }

  /// The text of a date, which Go writes with a time when it converts YAML to JSON.
  private func date(_ text: String) -> Node.Value? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4,
      parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }),
      let month = Int(parts[1]), let day = Int(parts[2]), (1...12).contains(month),
      (1...31).contains(day), parts[1].count <= 2, parts[2].count <= 2
    else { return nil }
    let padded = [month, day].map { $0 < 10 ? "-0\($0)" : "-\($0)" }.joined()
    return Self.string("\(parts[0])\(padded)T00:00:00Z")
  }
}
