import SwiftSyntax
import SwiftSyntaxBuilder

/// The macros that make one type a value.
enum ValueMacro: String, CaseIterable {
  case string = "StringRemoteValue"
  case bool = "BoolRemoteValue"
  case baselineString = "BaselineStringRemoteValue"
  case baselineBool = "BaselineBoolRemoteValue"

  /// What the macro is for, in words.
  var wanted: String {
    switch self {
    case .string, .bool: "an enum"
    case .baselineString, .baselineBool: "a struct"
    }
  }

  /// The macro as it is written before a type.
  var attribute: AttributeSyntax { "@\(raw: rawValue)" }

  /// The macro of a type, by its attributes.
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
  /// The name of the type without the module or type that it is in; `nil` for one without a name.
  var unqualifiedName: String? {
    if let type = self.as(IdentifierTypeSyntax.self) { return type.name.identifier?.name }
    return self.as(MemberTypeSyntax.self)?.name.identifier?.name
  }
}
