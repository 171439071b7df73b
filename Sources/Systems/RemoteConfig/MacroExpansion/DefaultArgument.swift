import SwiftSyntax
import SwiftSyntaxMacros

/// The parsed argument `enabledByDefault` of a macro.
enum DefaultArgument {
  /// The default value is off, or is declared by the type itself.
  case unchanged
  /// The default value is on.
  case enabled

  /// Parses the argument of a macro attribute.
  ///
  /// The result is `nil` for an argument that is not a Boolean literal, which is reported as an
  /// error.
  init?(
    of attribute: AttributeSyntax,
    on declaration: some DeclGroupSyntax,
    in context: some MacroExpansionContext
  ) {
    let arguments = attribute.arguments?.as(LabeledExprListSyntax.self)
    guard let argument = arguments?.first else {
      self = .unchanged
      return
    }
    guard let literal = argument.expression.as(BooleanLiteralExprSyntax.self) else {
      let found = "'\(argument.expression.trimmedDescription)'"
      context.diagnose(.notLiteral(found: found), at: argument.expression)
      return nil
    }
    if declaration.propertyNames.contains("default") {
      context.diagnose(.ignoredArgument, at: argument)
      self = .unchanged
    } else {
      self = literal.literal.tokenKind == .keyword(.true) ? .enabled : .unchanged
    }
  }
}
