import FoundationEssentials

extension Theme {
  /// Reads a theme from a file in the form of Windows Terminal's colour schemes.
  ///
  /// Beside the colours there may be an object `roles` that says how single roles look.
  ///
  /// - Parameters:
  ///   - json: The bytes of the file.
  ///   - fallbackName: The name of a theme whose file does not give one.
  /// - Throws: What is wrong with the file.
  public init(json: [UInt8], fallbackName: String) throws(ThemeError) {
    let file: ThemeFile
    do {
      file = try JSONDecoder().decode(ThemeFile.self, from: Data(json))
    } catch let error as DecodingError {
      throw .unreadable(error.place)
    } catch {
      throw .unreadable("wanted a JSON object")
    }
    let palette = try file.palette()
    var looks: [Role: Look] = [:]
    for (name, patch) in (file.roles ?? [:]).sorted(by: { $0.key < $1.key }) {
      guard let role = Role(rawValue: name) else { throw .unknownRole(name) }
      looks[role] = try patch.look(role: name, palette: palette)
    }
    self.init(name: file.name ?? fallbackName, palette: palette, looks: looks)
  }
}

/// A theme as its file spells it.
private struct ThemeFile: Decodable {
  let name: String?
  let colours: [String: String]
  let roles: [String: LookPatch]?

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: AnyKey.self)
    name = try fields.decodeIfPresent(String.self, forKey: AnyKey("name"))
    roles = try fields.decodeIfPresent([String: LookPatch].self, forKey: AnyKey("roles"))
    var colours: [String: String] = [:]
    for key in Palette.names + ["background", "foreground", "selectionBackground"] {
      colours[key] = try fields.decodeIfPresent(String.self, forKey: AnyKey(key))
    }
    self.colours = colours
  }

  func palette() throws(ThemeError) -> Palette {
    var sixteen: [RGB] = []
    for name in Palette.names { sixteen.append(try colour(name)) }
    return Palette(
      background: try colour("background"),
      foreground: try colour("foreground"),
      selection: colours["selectionBackground"] == nil ? nil : try colour("selectionBackground"),
      colours: sixteen
    )
  }

  private func colour(_ key: String) throws(ThemeError) -> RGB {
    guard let text = colours[key] else { throw .missing(key: key) }
    guard let colour = RGB(hexadecimal: text) else { throw .notAColour(key: key, found: text) }
    return colour
  }
}

/// How a role looks, as a theme file spells it.
private struct LookPatch: Decodable {
  let foreground: String?
  let background: String?
  let bold: Bool?
  let dim: Bool?
  let underlined: Bool?
  let reversed: Bool?
  let italic: Bool?

  func look(role: String, palette: Palette) throws(ThemeError) -> Look {
    var look = Look()
    look.foreground = try colour(foreground, key: "\(role).foreground", palette: palette)
    look.background = try colour(background, key: "\(role).background", palette: palette)
    let flags: [(Bool?, Style.Attributes)] = [
      (bold, .bold), (dim, .dim), (underlined, .underlined), (reversed, .reversed),
      (italic, .italic),
    ]
    for (isSet, attribute) in flags where isSet == true { look.attributes.insert(attribute) }
    return look
  }

  private func colour(
    _ text: String?,
    key: String,
    palette: Palette
  ) throws(ThemeError) -> Colour? {
    guard let text else { return nil }
    if let number = Palette.names.firstIndex(of: text) { return palette.colours[number].colour }
    if text == "background" { return palette.background.colour }
    if text == "foreground" { return palette.foreground.colour }
    guard let colour = RGB(hexadecimal: text) else { throw .notAColour(key: key, found: text) }
    return colour.colour
  }
}

/// A key with any name.
private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension DecodingError {
  /// Where decoding stopped, and at what.
  fileprivate var place: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      return path.isEmpty ? "wanted a JSON object" : "\"\(path)\" has a value of the wrong kind"
    @unknown default: return "wanted a JSON object"
    }
  }
}
