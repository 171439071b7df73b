extension JSONValue {
  /// Encodes the value as an XML property list, which ``PropertyList`` parses.
  ///
  /// A property list has no null: members with the value null, or with a number that is not finite,
  /// are omitted, and an element of a list becomes `$null`, as Foundation's encoder writes it.
  /// Characters that XML cannot represent are replaced by U+FFFD.
  package func propertyList() -> String {
    var text = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
    text += #"<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "#
    text += #""http://www.apple.com/DTDs/PropertyList-1.0.dtd">"# + "\n"
    text += #"<plist version="1.0">"#
    writeElement(to: &text, indent: "\n")
    return text + "\n</plist>\n"
  }

  private func writeElement(to text: inout String, indent: String) {
    text += indent
    switch self {
    case .bool(let flag): text += flag ? "<true/>" : "<false/>"
    case .integer(let number): text += "<integer>\(number)</integer>"
    case .number(let number):
      // A whole number is an integer, because readers of integers reject `<real>`.
      text += Int64(exactly: number).map { "<integer>\($0)</integer>" } ?? "<real>\(number)</real>"
    case .string(let string):
      text += "<string>"
      Self.writeCharacters(of: string, to: &text)
      text += "</string>"
    case .null: text += "<string>$null</string>"
    case .list(let values):
      guard !values.isEmpty else { return text += "<array/>" }
      text += "<array>"
      for value in values { value.elementOfList.writeElement(to: &text, indent: indent + "\t") }
      text += indent + "</array>"
    case .object(let members): Self.write(members, to: &text, indent: indent)
    }
  }

  private static func write(
    _ members: [(key: String, value: JSONValue)],
    to text: inout String,
    indent: String
  ) {
    let present = members.filter { $0.value.isExpressible }
    guard !present.isEmpty else { return text += "<dict/>" }
    text += "<dict>"
    for (key, value) in present {
      text += indent + "\t<key>"
      writeCharacters(of: key, to: &text)
      text += "</key>"
      value.writeElement(to: &text, indent: indent + "\t")
    }
    text += indent + "</dict>"
  }

  /// Whether a property list can express the value itself, without regard to its elements.
  private var isExpressible: Bool {
    switch self {
    case .null: false
    case .number(let number): number.isFinite
    case .bool, .integer, .string, .list, .object: true
    }
  }

  private var elementOfList: JSONValue { isExpressible ? self : .null }

  private static func writeCharacters(of string: String, to text: inout String) {
    for scalar in string.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      // An XML parser converts a literal carriage return to a line feed.
      case "\r": text += "&#13;"
      case "\t", "\n": text.unicodeScalars.append(scalar)
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
