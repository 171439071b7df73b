import Documents
import FeatureFlags
import Text

/// A problem that `check` has found in a configuration or in source code.
struct CheckFinding {
  /// The path of the file, or the name of another source.
  let file: String
  /// The line number, counted from 1; `nil` if it is unknown.
  let line: Int?
  /// The column in characters, counted from 1; `nil` for a problem of a configuration.
  var column: Int?
  let severity: Problem.Severity
  let feature: String?
  let message: String

  /// The finding as a line of text, such as `Features.json:3: error: New Cart: …`.
  var text: String {
    let location = ([file] + [line, column].compactMap { $0.map(String.init) })
      .joined(separator: ":")
    let subject = feature.map { "\($0): " } ?? ""
    return DisplayText("\(location): \(severity.rawValue): \(subject)\(message)").text
  }

  var json: JSONValue {
    let place: [(key: String, value: JSONValue)] = [
      ("file", .string(file)), ("line", .optionalNumber(line.map(Double.init))),
    ]
    let column = column.map { [("column", JSONValue.number(Double($0)))] } ?? []
    return .object(
      place + column + [
        ("severity", .string(severity.rawValue)), ("feature", .text(feature)),
        ("message", .string(message)),
      ]
    )
  }

  /// The finding as a GitHub workflow command, which makes GitHub show the finding at its line.
  ///
  /// - Parameter isFile: Whether `file` is the path of a file.
  /// - Returns: The command, without a line break.
  func annotation(isFile: Bool) -> String {
    let command =
      switch severity {
      case .error: "error"
      case .warning: "warning"
      case .note: "notice"
      }
    let place = isFile ? [("file", file)] : []
    let position = [("line", line), ("col", column)].compactMap { name, number in
      number.map { (name, String($0)) }
    }
    let title = [("title", feature ?? "halyard check")]
    let properties = (place + (isFile ? position : []) + title).map { name, value in
      "\(name)=\(Self.escaped(value, isProperty: true))"
    }
    let text = isFile ? message : "\(file): \(message)"
    return "::\(command) \(properties.joined(separator: ","))::\(Self.escaped(text))"
  }

  /// Escapes a text for a workflow command, including characters that a log must not contain, such as
  /// escape sequences and bidirectional controls.
  private static func escaped(_ text: String, isProperty: Bool = false) -> String {
    let encoded = text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where isProperty: result += "%3A"
      case "," where isProperty: result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return String(decoding: PrintableData.escaped(Array(encoded.utf8)), as: UTF8.self)
  }
}
