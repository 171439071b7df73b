import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Makes an enum of texts conform.
struct StringRemoteValueMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let declaration = declaration.as(EnumDeclSyntax.self) else {
      context.diagnose(.wrongKind(macro: .string, found: declaration.kindInWords), at: node)
      return []
    }
    guard declaration.hasTexts else {
      context.diagnose(
        .notText(name: declaration.name.text),
        at: declaration.name,
        remedy: "make it an enum of texts",
        change: textChange(of: declaration)
      )
      return []
    }
    return try conformances(of: type, to: protocols, for: declaration, by: node, in: context)
  }

  /// Puts `String` where the raw type stands.
  private static func textChange(of declaration: EnumDeclSyntax) -> FixIt.Change {
    let first = declaration.inheritanceClause?.inheritedTypes.first
    let place =
      first?.positionAfterSkippingLeadingTrivia ?? declaration.name.endPositionBeforeTrailingTrivia
    return .replaceText(
      range: place..<place,
      with: first == nil ? ": String" : "String, ",
      in: Syntax(declaration)
    )
  }
}
