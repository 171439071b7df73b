/// A value of an experiment: true or false, a number, a text, or a list or a dictionary of values.
///
/// A value that the app wrote, or that came from the server, knows its type, and is read as that
/// type only. A value that comes from the snapshot file has lost it, as the file keeps bare values,
/// and is converted where it can be.
public struct ExperimentVariable: Hashable, Sendable {
  /// What a value holds.
  public enum Content: Hashable, Sendable {
    /// Nothing.
    case empty
    /// True or false.
    case bool(Bool)
    /// A whole number.
    case int(Int)
    /// A whole number of 64 bits.
    case int64(Int64)
    /// A number.
    case double(Double)
    /// A text.
    case string(String)
    /// Values in order.
    case list([ExperimentVariable])
    /// Values by name.
    case dictionary([String: ExperimentVariable])
  }

  /// What the value holds.
  public let content: Content
  /// The type that the value is known to have; `nil` for lists, dictionaries and values from disk.
  public let dataType: DataType?

  init(_ content: Content, dataType: DataType? = nil) {
    self.content = content
    self.dataType = dataType
  }

  /// Nothing.
  public static let empty = ExperimentVariable(.empty)

  /// True or false.
  public static func bool(_ value: Bool) -> Self { Self(.bool(value), dataType: .boolean) }
  /// A whole number.
  public static func int(_ value: Int) -> Self { Self(.int(value), dataType: .int) }
  /// A whole number of 64 bits.
  public static func int64(_ value: Int64) -> Self { Self(.int64(value), dataType: .long) }
  /// A number.
  public static func double(_ value: Double) -> Self { Self(.double(value), dataType: .double) }
  /// A text.
  public static func string(_ value: String) -> Self { Self(.string(value), dataType: .string) }
  /// Values in order.
  public static func list(_ values: [Self]) -> Self { Self(.list(values)) }
  /// Values by name: the variables of an experiment.
  public static func dictionary(_ values: [String: Self]) -> Self { Self(.dictionary(values)) }

  /// The values by name; `nil` if this is no dictionary.
  public var variables: [String: ExperimentVariable]? {
    if case .dictionary(let variables) = content { variables } else { nil }
  }
}

extension ExperimentVariable {
  /// Reads a value as the server sends it: a text, and the name of its type in any letter case.
  ///
  /// A number that cannot be read is a text, and so is a value of an unknown type. A `NUMBER` that
  /// is not whole is a double; the original marks it as an integer, so that no call can read it.
  public init(_ text: String, dataType: String) {
    let number: Self? =
      switch dataType.uppercased() {
      case "BOOL", "BOOLEAN": .bool(text.lowercased() == "true")
      case "INT", "INTEGER": Int(text).map(Self.int)
      case "LONG", "INT64": Int64(text).map(Self.int64)
      case "DOUBLE", "FLOAT": Double(finite: text).map(Self.double)
      case "NUMBER": Int(text).map(Self.int) ?? Double(finite: text).map(Self.double)
      default: nil
      }
    self = number ?? .string(text)
  }
}

extension ExperimentVariable: CustomStringConvertible {
  /// The value as JSON.
  public var description: String { JSONText.text(of: self) ?? "null" }
}
