/// The words of an HTML page, without its tags and comments.
///
/// The page is scanned once, because it can come from a hostile network.
struct PageText {
  /// The words in the order of the page.
  let words: [Substring]

  /// Extracts the words of a page.
  ///
  /// - Parameters:
  ///   - body: The page, which need not be valid HTML.
  ///   - hasScripts: Whether to include the content of scripts and style sheets, which a browser does
  ///     not show.
  init(_ body: [UInt8], hasScripts: Bool = false) {
    var text: [UInt8] = []
    var rest = body[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      text += rest[..<start] + " ".utf8
      rest = rest[start...]
      guard !rest.starts(with: "<!--".utf8) else {
        rest = Self.after("-->", in: rest)
        continue
      }
      let name = rest.dropFirst().prefix {
        $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z")
      }
      rest = Self.after(">", in: rest)
      let element = String(decoding: name, as: UTF8.self).lowercased()
      guard !hasScripts, ["script", "style"].contains(element) else { continue }
      // Skips everything up to the next end tag: scripts and style sheets cannot contain other elements.
      rest = Self.after("</", in: rest)
      rest = Self.after(">", in: rest)
    }
    text += rest
    words = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace)
  }

  /// Whether the page contains the text other than at the end of a longer word, such as a function name.
  func shows(_ text: String) -> Bool {
    let page = words.joined(separator: " ")
    let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return page.ranges(of: text).contains { range in
      guard range.lowerBound > page.startIndex else { return true }
      let before = page[page.index(before: range.lowerBound)]
      return !before.isLetter && !before.isNumber && before != "_" && before != "$"
    }
  }

  private static func after(_ mark: String, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    bytes.firstRange(of: Array(mark.utf8)).map { bytes[$0.upperBound...] } ?? []
  }
}
