import SwiftSyntax
import SwiftSyntaxMacros

/// The argument `enabledByDefault` of a macro.
enum DefaultArgument {
  /// Off is the default, or the type declares the default.
  case unchanged
  /// On is the default.
  case enabled

  /// Parses the argument.
  ///
  /// - Returns: `nil` for an argument that is not a Boolean literal, which is reported.
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
