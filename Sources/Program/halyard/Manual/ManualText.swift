/// The source of a manual page, in the macros of `man`.
///
/// Each sentence begins a line, and no line is longer than 80 bytes, as `mandoc -T lint` expects.
struct ManualText {
  private(set) var source = ""

  /// The longest line of the source in bytes.
  private static let width = 80

  /// Begins a page.
  ///
  /// - Parameters:
  ///   - name: The name of the page.
  ///   - section: The number of the manual's section.
  ///   - date: The date of the page, such as `2026-11-22`.
  ///   - version: The name and the version of the program.
  init(_ name: String, section: Int, date: String, version: String) {
    source = ".TH \(name.uppercased()) \(section) \(date) \"\(version)\" \"Halyard\"\n"
  }

  /// Begins a section, such as `OPTIONS`.
  mutating func section(_ title: String) { source += ".SH \(title)\n" }

  /// Begins a subsection.
  mutating func part(_ title: String) { source += ".SS \(Self.escaped(title))\n" }

  /// Adds a paragraph of prose; `` `text` `` is bold.
  mutating func paragraph(_ text: String) {
    // A paragraph macro directly after a heading has no effect, and is reported by `mandoc`.
    let last = source.split(separator: "\n").last ?? ""
    if !last.hasPrefix(".SH"), !last.hasPrefix(".SS") { source += ".PP\n" }
    source += Self.filled(text)
  }

  /// Adds a line of prose without a paragraph before it.
  mutating func line(_ text: String) { source += Self.filled(text) }

  /// Adds a term and its explanation.
  ///
  /// - Parameters:
  ///   - term: The term; `` `text` `` is bold, and `⟨text⟩` is in italics.
  ///   - text: The explanation.
  mutating func entry(_ term: String, _ text: String) {
    source += ".TP\n" + Self.filled(term, breaksLines: false) + Self.filled(text)
  }

  /// Adds lines whose line breaks are preserved, such as commands.
  mutating func example(_ lines: [String]) {
    source += ".PP\n.RS\n.nf\n"
    source += lines.map { Self.guarded(Self.escaped($0)) + "\n" }.joined()
    source += ".fi\n.RE\n"
  }

  /// Indents the following entries until `outdent()`.
  mutating func indent() { source += ".RS\n" }

  /// Ends the indentation of `indent()`.
  mutating func outdent() { source += ".RE\n" }
}

// MARK: Formatting

extension ManualText {
  /// The text in lines of at most 80 bytes, each sentence on a new line.
  private static func filled(_ text: String, breaksLines: Bool = true) -> String {
    var lines: [String] = []
    var line = ""
    var endsSentence = false
    for word in formatted(text).split(separator: " ") {
      let isFull = !line.isEmpty && line.utf8.count + 1 + word.utf8.count > width
      if breaksLines, endsSentence || isFull {
        lines.append(guarded(line))
        line = ""
      }
      line += line.isEmpty ? String(word) : " " + word
      endsSentence = word.last.map { ".?!".contains($0) } == true && !word.hasSuffix("..")
    }
    return (lines + [guarded(line)]).map { $0 + "\n" }.joined()
  }

  /// Escapes the text, and replaces `` ` `` and `⟨⟩` by the font macros for bold and italics.
  private static func formatted(_ text: String) -> String {
    var result = ""
    for (index, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
      if index % 2 == 1 {
        result += "\\fB\(escaped(part))\\fR"
      } else {
        let text = escaped(part).replacing("\\[u27E8]", with: "\\fI")
        result += text.replacing("\\[u27E9]", with: "\\fR")
      }
    }
    return result
  }

  /// Escapes characters with a meaning in the source, and characters that are not ASCII.
  private static func escaped(_ text: some StringProtocol) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "\"": result += "\\(dq"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "`": result += "\\(ga"
      case " "..."~": result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u\(String(repeating: "0", count: max(4 - digits.count, 0)))\(digits)]"
      }
    }
    return result
  }

  /// The line, with its first character escaped if it would begin a macro.
  private static func guarded(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
  }
}
