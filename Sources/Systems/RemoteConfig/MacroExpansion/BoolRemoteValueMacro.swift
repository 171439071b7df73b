import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Implements the macro `@BoolRemoteValue`, which adds the two cases of a Boolean value to an enum.
struct BoolRemoteValueMacro: RemoteValueMemberMacro {
  private static let names = ["enabled", "disabled"]

  static func misuse(
    of declaration: some DeclGroupSyntax,
    in context: some MacroExpansionContext
  ) -> Misuse? {
    guard declaration.is(EnumDeclSyntax.self) else {
      return .wrongKind(macro: .bool, found: declaration.kindDescription)
    }
    if declaration.hasTexts { return .textForBool }
    return declaration.caseNames.first { !names.contains($0) }.map(Misuse.extraCase)
  }

  static func members(
    of declaration: some DeclGroupSyntax,
    by attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    guard let argument = DefaultArgument(of: attribute, on: declaration, in: context) else {
      return []
    }
    var members: [DeclSyntax] = names.filter { !declaration.caseNames.contains($0) }
      .map { "case \(raw: $0)" }
    if argument == .enabled {
      let access = declaration.accessPrefix(in: context)
      members.append("\(raw: access)static let `default`: Self = .enabled")
    }
    return members
  }
}
