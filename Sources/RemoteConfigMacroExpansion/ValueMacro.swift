import SwiftSyntax
import SwiftSyntaxBuilder

/// The macros that turn one type into a remote value.
enum ValueMacro: String, CaseIterable {
  case string = "StringRemoteValue"
  case bool = "BoolRemoteValue"
  case baselineString = "BaselineStringRemoteValue"
  case baselineBool = "BaselineBoolRemoteValue"

  /// The kind of declaration that the macro supports, for messages.
  var expected: String {
    switch self {
    case .string, .bool: "an enum"
    case .baselineString, .baselineBool: "a struct"
    }
  }

  /// The attribute of the macro.
  var attribute: AttributeSyntax { "@\(raw: rawValue)" }

  /// The macro among the attributes of a declaration; `nil` without one.
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
  /// The name of the type without its module or enclosing type; `nil` for a type without a name.
  var unqualifiedName: String? {
    if let type = self.as(IdentifierTypeSyntax.self) { return type.name.identifier?.name }
    return self.as(MemberTypeSyntax.self)?.name.identifier?.name
  }
}
