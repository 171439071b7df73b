import SwiftSyntax
import SwiftSyntaxMacros

/// What the argument `enabledByDefault` of a macro asks for.
enum DefaultArgument {
  /// What off would be anyway, or what the type declares.
  case usual
  /// On is the default.
  case enabled

  /// Reads the argument.
  ///
  /// - Returns: `nil` if the argument cannot be read, which has then been told.
  init?(
    of attribute: AttributeSyntax,
    on declaration: some DeclGroupSyntax,
    in context: some MacroExpansionContext
  ) {
    let arguments = attribute.arguments?.as(LabeledExprListSyntax.self)
    guard let argument = arguments?.first else {
      self = .usual
      return
    }
    guard let literal = argument.expression.as(BooleanLiteralExprSyntax.self) else {
      let found = "'\(argument.expression.trimmedDescription)'"
      context.diagnose(.notLiteral(found: found), at: argument.expression)
      return nil
    }
    if declaration.propertyNames.contains("default") {
      context.diagnose(.ignoredArgument, at: argument)
      self = .usual
    } else {
      self = literal.literal.tokenKind == .keyword(.true) ? .enabled : .usual
    }
  }
}
