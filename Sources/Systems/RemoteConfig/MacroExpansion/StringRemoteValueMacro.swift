import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Implements the macro `@StringRemoteValue`, which adds the conformances of a string value to an
/// enum with raw values.
struct StringRemoteValueMacro: RemoteValueMacro {
  static func misuse(
    of declaration: some DeclGroupSyntax,
    in context: some MacroExpansionContext
  ) -> Misuse? {
    guard let type = declaration.as(EnumDeclSyntax.self) else {
      return .wrongKind(macro: .string, found: declaration.kindDescription)
    }
    return type.hasTexts ? nil : .notText(name: type.name.text)
  }

  static func diagnose(
    _ misuse: Misuse,
    of declaration: some DeclGroupSyntax,
    by attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) {
    guard let type = declaration.as(EnumDeclSyntax.self) else {
      return context.diagnose(misuse, at: attribute)
    }
    context.diagnose(
      misuse,
      at: type.name,
      remedy: "make it an enum of texts",
      change: insertionOfRawType(into: type)
    )
  }

  /// Returns the fix-it that adds the raw type `String` to an enum.
  private static func insertionOfRawType(into declaration: EnumDeclSyntax) -> FixIt.Change {
    let first = declaration.inheritanceClause?.inheritedTypes.first
    let position =
      first?.positionAfterSkippingLeadingTrivia ?? declaration.name.endPositionBeforeTrailingTrivia
    return .replaceText(
      range: position..<position,
      with: first == nil ? ": String" : "String, ",
      in: Syntax(declaration)
    )
  }
}
