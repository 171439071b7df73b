/// A value of an experiment: a Boolean, a number, a text, or a list or a dictionary of values.
///
/// A value that an app or the server has set has a type, and getters read it as that type only. The
/// snapshot file persists values without types; getters convert such values if possible.
///
/// ```swift
/// let defaults: [String: ExperimentVariable] = [
///   "checkout_flow": .dictionary(["steps": .int(3), "title": .string("Pay now")])
/// ]
/// let steps = defaults["checkout_flow"]?.variables?["steps"]?.intValue
/// ```
public struct ExperimentVariable: Hashable, Sendable {
  /// The kinds of values.
  public enum Content: Hashable, Sendable {
    /// No value.
    case empty
    /// A Boolean.
    case bool(Bool)
    /// An integer.
    case int(Int)
    /// A 64-bit integer.
    case int64(Int64)
    /// A floating-point number.
    case double(Double)
    /// A text.
    case string(String)
    /// Values in order.
    case list([ExperimentVariable])
    /// Values by name.
    case dictionary([String: ExperimentVariable])
  }

  /// The value as an enum.
  public let content: Content
  /// The type that getters require; `nil` for lists, dictionaries and persisted values.
  public let dataType: DataType?

  init(_ content: Content, dataType: DataType? = nil) {
    self.content = content
    self.dataType = dataType
  }

  /// The variable without a value.
  public static let empty = ExperimentVariable(.empty)

  /// Makes a Boolean.
  public static func bool(_ value: Bool) -> Self { Self(.bool(value), dataType: .boolean) }
  /// Makes an integer.
  public static func int(_ value: Int) -> Self { Self(.int(value), dataType: .int) }
  /// Makes a 64-bit integer.
  public static func int64(_ value: Int64) -> Self { Self(.int64(value), dataType: .long) }
  /// Makes a floating-point number.
  public static func double(_ value: Double) -> Self { Self(.double(value), dataType: .double) }
  /// Makes a text.
  public static func string(_ value: String) -> Self { Self(.string(value), dataType: .string) }
  /// Makes a list.
  public static func list(_ values: [Self]) -> Self { Self(.list(values)) }
  /// Makes a dictionary, such as the variables of an experiment.
  public static func dictionary(_ values: [String: Self]) -> Self { Self(.dictionary(values)) }

  /// The values by name; `nil` if the variable is not a dictionary.
  public var variables: [String: ExperimentVariable]? {
    if case .dictionary(let variables) = content { variables } else { nil }
  }
}

extension ExperimentVariable {
  /// Converts a value as the server sends it: a text, and the name of its type in any letter case.
  ///
  /// A text that is not a number of its type stays a text, and so does a value of an unknown type.
  /// A `NUMBER` with a fraction is a floating-point number; the original marks it as an integer, so
  /// that no getter can read it.
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
