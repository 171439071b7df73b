import CPCRE2
import Documents

/// A regular expression in the syntax of RE2, which is searched for in a text in bounded time.
///
/// PCRE2 executes the expression, translated to its syntax. Constructs that RE2 does not have (look-around,
/// back-references, possessive quantifiers, atomic groups and others) are rejected before PCRE2 compiles
/// the expression. A search passes over the text once, in all states of the expression at the same time, and
/// the number of states is limited, so that no expression and no text can block a server.
package final class RegularExpression: Sendable {
  /// The result of a search.
  package enum Result: Hashable, Sendable {
    /// The text contains the expression, or does not.
    case found(Bool)
    /// The search needs more states than the limit allows, or the text is too large.
    case tooComplex
  }

  /// The reason why an expression cannot be used.
  package enum Defect: Error, Hashable, Sendable {
    /// The expression is longer than ``RegularExpression/longest`` bytes.
    case tooLong
    /// RE2 does not have the construct, such as `look-around`.
    case unsupported(String)
    /// The syntax is invalid.
    case syntax
    /// The library PCRE2 is not installed.
    case noLibrary
  }

  /// The largest expression, in bytes.
  package static let longest = 10_000
  /// The largest text, in bytes; a search of a larger text is too complex.
  package static let longestText = cpcre2_text_limit
  /// The largest product of the size of a text and the square of the number of states at once.
  package static let workLimit = Int(cpcre2_work_limit)

  // The pointer is never modified, and PCRE2 only reads the compiled expression in a search.
  private nonisolated(unsafe) let expression: OpaquePointer

  /// Whether PCRE2 can be loaded.
  package static var hasLibrary: Bool { cpcre2_is_ready() != 0 }

  /// Compiles an expression.
  ///
  /// - Parameters:
  ///   - pattern: The expression.
  ///   - ignoresCase: Whether upper and lower case letters match each other.
  ///   - isOfRust: Whether the expression may also have the flags that only the library for Rust has:
  ///     `x` for ignored white space, and `u`.
  /// - Throws: The reason why the expression cannot be used.
  package init(
    _ pattern: String,
    ignoresCase: Bool = false,
    isOfRust: Bool = false
  ) throws(Defect) {
    guard pattern.utf8.count <= Self.longest else { throw .tooLong }
    var pattern = try RE2Syntax.translated(pattern, isOfRust: isOfRust)
    guard Self.hasLibrary else { throw .noLibrary }
    let compiled = pattern.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        cpcre2_compile($0.baseAddress, $0.count, ignoresCase ? 1 : 0)
      }
    }
    guard let compiled else { throw .syntax }
    expression = compiled
  }

  deinit { cpcre2_free(expression) }

  /// Searches for the expression anywhere in a text, and charges the search to the current ``WorkBudget``.
  package func search(_ text: String) -> Result {
    let budget = WorkBudget.current
    // A search of an unknown number of states is charged only after it; this one finds out whether it may
    // run.
    guard budget?.spend() ?? true else { return .tooComplex }
    var text = text
    var work = 0
    let result = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        cpcre2_search(expression, $0.baseAddress, $0.count, &work)
      }
    }
    guard budget?.spend(search: work) ?? true else { return .tooComplex }
    return result < 0 ? .tooComplex : .found(result == 1)
  }
}

extension RegularExpression.Defect: CustomStringConvertible {
  /// The reason, for the end of a sentence about the expression.
  package var description: String {
    switch self {
    case .tooLong: "it is longer than \(RegularExpression.longest) bytes"
    case .unsupported(let construct): "RE2 has no \(construct)"
    case .syntax: "the syntax is invalid"
    case .noLibrary: "it needs the package libpcre2-8-0"
    }
  }
}
