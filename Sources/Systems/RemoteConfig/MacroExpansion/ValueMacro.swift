import SwiftSyntax
import SwiftSyntaxBuilder

/// The macros that turn a single type into a remote value; the raw value is the name of the
/// attribute.
enum ValueMacro: String, CaseIterable {
  case string = "StringRemoteValue"
  case bool = "BoolRemoteValue"
  case baselineString = "BaselineStringRemoteValue"
  case baselineBool = "BaselineBoolRemoteValue"

  /// The kind of declaration that the macro supports, for error messages.
  var expected: String {
    switch self {
    case .string, .bool: "an enum"
    case .baselineString, .baselineBool: "a struct"
    }
  }

  /// The attribute with the name of the macro, such as `@BoolRemoteValue`.
  var attribute: AttributeSyntax { "@\(raw: rawValue)" }

  /// Finds the macro among the attributes of a declaration; the result is `nil` if there is none.
  init?(on declaration: some WithAttributesSyntax) {
    let names = declaration.attributes.compactMap { element -> String? in
      guard case .attribute(let attribute) = element else { return nil }
      return attribute.attributeName.unqualifiedName
    }
    guard let macro = names.lazy.compactMap(ValueMacro.init(rawValue:)).first else { return nil }
    self = macro
  }
}

extension TypeSyntax {
  /// The name of the type without its module or enclosing type; `nil` for a type without a name,
  /// such as a tuple.
  var unqualifiedName: String? {
    if let type = self.as(IdentifierTypeSyntax.self) { return type.name.identifier?.name }
    return self.as(MemberTypeSyntax.self)?.name.identifier?.name
  }
}
