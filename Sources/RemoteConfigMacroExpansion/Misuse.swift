import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A macro on something that it cannot be used on, or that it does less with than it seems.
enum Misuse: DiagnosticMessage {
  /// The macro is on another kind of declaration than it is for.
  case wrongKind(macro: ValueMacro, found: String)
  /// A string value is not an enum of texts.
  case notText(name: String)
  /// A bool value is an enum of texts.
  case textForBool
  /// A bool value has a case of its own.
  case extraCase(String)
  /// A baseline string value has no enum of the right name; it may have others.
  case noVariant(found: [String])
  /// The variants of a public value are not public.
  case hiddenVariant(access: String)
  /// A private type inside another, or one in it, which no extension can name.
  case outOfReach(headline: String)
  /// A baseline bool value has variants.
  case variantForBool
  /// The argument is something else than the word for true or false.
  case notLiteral(found: String)
  /// The argument stands beside a default that is declared.
  case ignoredArgument

  var message: String {
    switch self {
    case .wrongKind(let macro, let found):
      "@\(macro.rawValue) is for \(macro.wanted), found \(found)"
    case .notText(let name):
      "@StringRemoteValue is for an enum of texts, wanted 'enum \(name): String'"
    case .textForBool: "@BoolRemoteValue is for an enum without texts, found a raw type of String"
    case .extraCase(let name):
      "@BoolRemoteValue is for an enum of 'enabled' and 'disabled', found the case '\(name)'"
    case .noVariant(let found) where found.isEmpty:
      "@BaselineStringRemoteValue is for a struct with variants, wanted 'enum Variant: String' in it"
    case .noVariant(let found):
      "@BaselineStringRemoteValue is for a struct with 'enum Variant: String' in it, found "
        + found.map { "'enum \($0)'" }.joined(separator: ", ")
    case .hiddenVariant(let access):
      "the variants of a value must be as visible as the value, wanted '\(access) enum Variant'"
    case .outOfReach(let headline):
      "no macro can reach a private type inside another, wanted 'fileprivate \(headline)'"
    case .variantForBool: "@BaselineBoolRemoteValue is for an empty struct, found an enum in it"
    case .notLiteral(let found): "'enabledByDefault' is \(found), wanted true or false as a word"
    case .ignoredArgument:
      "'enabledByDefault' changes nothing, because a 'default' is declared; remove one of them"
    }
  }

  var severity: DiagnosticSeverity {
    if case .ignoredArgument = self { .warning } else { .error }
  }

  var diagnosticID: MessageID {
    MessageID(domain: "RemoteConfigMacros", id: "\(self)".prefix { $0 != "(" }.description)
  }
}

/// A way out of a misuse.
struct Remedy: FixItMessage {
  let message: String

  var fixItID: MessageID { MessageID(domain: "RemoteConfigMacros", id: message) }
}

extension MacroExpansionContext {
  /// Tells of a misuse, with a change of the text that would end it.
  func diagnose(
    _ misuse: Misuse,
    at node: some SyntaxProtocol,
    remedy: String = "",
    change: FixIt.Change? = nil
  ) {
    let fixIts = change.map { [FixIt(message: Remedy(message: remedy), changes: [$0])] } ?? []
    diagnose(Diagnostic(node: node, message: misuse, fixIts: fixIts))
  }

  /// Tells of a misuse that another macro would end.
  func diagnose(_ misuse: Misuse, at attribute: AttributeSyntax, insteadUse macro: ValueMacro) {
    let name = attribute.attributeName
    let range = name.positionAfterSkippingLeadingTrivia..<name.endPositionBeforeTrailingTrivia
    diagnose(
      misuse,
      at: attribute,
      remedy: "use @\(macro.rawValue)",
      change: .replaceText(range: range, with: macro.rawValue, in: Syntax(name))
    )
  }
}
