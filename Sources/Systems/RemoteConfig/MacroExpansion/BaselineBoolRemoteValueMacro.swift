import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Implements the macro `@BaselineBoolRemoteValue`, which adds the members of a Boolean baseline
/// value to a struct.
struct BaselineBoolRemoteValueMacro: RemoteValueMemberMacro {
  static func misuse(
    of declaration: some DeclGroupSyntax,
    in context: some MacroExpansionContext
  ) -> Misuse? {
    guard declaration.is(StructDeclSyntax.self) else {
      return .wrongKind(macro: .baselineBool, found: declaration.kindDescription)
    }
    return declaration.enums.isEmpty ? nil : .variantForBool
  }

  static func members(
    of declaration: some DeclGroupSyntax,
    by attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    guard let argument = DefaultArgument(of: attribute, on: declaration, in: context) else {
      return []
    }
    var members = baselineMembers(part: "isEnabled", type: "Bool", of: declaration, in: context)
    if argument == .enabled {
      let access = declaration.accessPrefix(in: context)
      members.append(
        "\(raw: access)static let `default` = Self(baseline: true, isEnabled: true)"
      )
    }
    return members
  }
}
