public import Documents
import Frame

extension Theme {
  /// Parses a theme file in the format of Windows Terminal colour schemes.
  ///
  /// The file may be JSON5. Its optional object `roles` sets the looks of some roles. The name in the
  /// file is ignored, so that a copy of the file is another theme.
  ///
  /// - Parameters:
  ///   - json: The content of the file.
  ///   - name: The name of the theme, usually the name of the file.
  /// - Throws: A ``DocumentError`` with the location of the first defect.
  public init(json: [UInt8], name: String) throws(DocumentError) {
    let file = try FieldReader(try JSONReader.read(json))
    let palette = try ColourPalette(file)
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
    self.init(name: name, palette: palette, looks: looks)
  }
}

extension ColourPalette {
  fileprivate init(_ file: FieldReader) throws(DocumentError) {
    let colour = { (key: String) throws(DocumentError) in
      try file.value(key, expected: RGB.example, read: RGB.init)
    }
    self.init(
      background: try colour("background"),
      foreground: try colour("foreground"),
      selection: try file.optional("selectionBackground", read: RGB.init),
      colours: try ColourPalette.names.map(colour)
    )
  }

  /// Decodes a colour: the name of a palette colour, or a hexadecimal RGB colour.
  fileprivate func colour(_ node: Node) throws(DocumentError) -> Colour {
    if let number = ColourPalette.names.firstIndex(where: { $0 == node.string }) {
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
  /// The description of a valid colour for error messages.
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
  /// Decodes the look of one role from the object `roles` of a theme file.
  fileprivate init(_ node: Node, _ palette: ColourPalette) throws(DocumentError) {
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
