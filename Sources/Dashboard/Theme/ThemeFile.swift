public import Documents
import Frame

extension Theme {
  /// Decodes a theme from a file in the format of Windows Terminal's colour schemes.
  ///
  /// An optional object `roles` sets the looks of single roles. The file may be JSON5.
  ///
  /// - Parameters:
  ///   - json: The bytes of the file.
  ///   - fallbackName: The name of the theme if the file has none.
  /// - Throws: The first problem of the file, with its location.
  public init(json: [UInt8], fallbackName: String) throws(DocumentError) {
    let file = try FieldReader(try JSONReader.read(json))
    let palette = try Palette(file)
    var looks: [Role: Look] = [:]
    for member in try file.optionalMembers("roles") ?? [] {
      guard let role = Role(rawValue: member.key) else {
        let roles = Role.allCases.map(\.rawValue).joined(separator: ", ")
        throw .unexpected(
          path: "roles",
          line: member.node.line,
          found: "\"\(member.key)\"",
          expected: "one of \(roles)"
        )
      }
      do { looks[role] = try Look(member.node, palette) } catch {
        throw error.inside("roles.\(member.key)")
      }
    }
    let name = try file.optionalText("name")
    self.init(name: name ?? fallbackName, palette: palette, looks: looks)
  }
}

extension Palette {
  fileprivate init(_ file: FieldReader) throws(DocumentError) {
    let colour = { (key: String) throws(DocumentError) in
      try file.value(key, expected: RGB.example, read: RGB.init)
    }
    self.init(
      background: try colour("background"),
      foreground: try colour("foreground"),
      selection: try file.optional("selectionBackground", read: RGB.init),
      colours: try Palette.names.map(colour)
    )
  }

  /// A colour, or the colour of the palette with this name.
  fileprivate func colour(_ node: Node) throws(DocumentError) -> Colour {
    if let number = Palette.names.firstIndex(where: { $0 == node.string }) {
      return colours[number].colour
    }
    switch node.string {
    case "background": return background.colour
    case "foreground": return foreground.colour
    default: return try RGB(node).colour
    }
  }
}

extension RGB {
  /// The expected form of a colour, for errors.
  fileprivate static let example = "a colour such as \"#1e1e2e\""

  fileprivate init(_ node: Node) throws(DocumentError) {
    guard let text = node.string else { throw node.mismatch(expected: Self.example) }
    guard let colour = RGB(hexadecimal: text) else {
      throw .unexpected(line: node.line, found: "\"\(text)\"", expected: Self.example)
    }
    self = colour
  }
}

extension Look {
  /// Decodes the look of a role from a theme file.
  fileprivate init(_ node: Node, _ palette: Palette) throws(DocumentError) {
    let fields = try FieldReader(node)
    self.init(
      foreground: try fields.optional("foreground", read: palette.colour),
      background: try fields.optional("background", read: palette.colour)
    )
    let flags: [(String, Style.Attributes)] = [
      ("bold", .bold), ("dim", .dim), ("underlined", .underlined), ("reversed", .reversed),
      ("italic", .italic),
    ]
    for (key, attribute) in flags where try fields.optionalFlag(key) == true {
      attributes.insert(attribute)
    }
  }
}
