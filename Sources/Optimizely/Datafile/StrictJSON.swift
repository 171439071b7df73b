/// Tells plain JSON from the richer JSON5, which the reader of documents takes too.
///
/// A JSON variable in JSON5 is an error to the apps that are being tested, so it must be one here.
enum StrictJSON {
  /// Whether a text that is JSON5 has nothing in it that JSON has not; what JSON5 forbids is not
  /// looked for.
  static func allows(_ text: String) -> Bool {
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.first {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "["),
        UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
        bytes.removeFirst()
      case UInt8(ascii: "\""):
        guard skipText(&bytes) else { return false }
      default:
        let word = bytes.prefix { !$0.endsWord }
        guard isWord(word) else { return false }
        bytes = bytes.dropFirst(word.count)
        guard bytes.first(where: { !$0.isJSONSpace }) != UInt8(ascii: ":") else { return false }
      }
    }
    return true
  }

  private static func skipText(_ bytes: inout ArraySlice<UInt8>) -> Bool {
    bytes.removeFirst()
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return true
      case 0..<0x20: return false
      case UInt8(ascii: "\\"):
        guard let escape = bytes.popFirst(), "\"\\/bfnrtu".utf8.contains(escape) else {
          return false
        }
      default: continue
      }
    }
    return false
  }

  /// Whether a word is `true`, `false`, `null`, or a number in JSON's own spelling.
  private static func isWord(_ word: ArraySlice<UInt8>) -> Bool {
    if ["true", "false", "null"].contains(String(decoding: word, as: UTF8.self)) { return true }
    var rest = word
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    let whole = takeDigits(&rest)
    guard whole.count == 1 || whole.first.map({ $0 != UInt8(ascii: "0") }) == true else {
      return false
    }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard !takeDigits(&rest).isEmpty else { return false }
    }
    guard let mark = rest.first else { return true }
    guard mark | 0x20 == UInt8(ascii: "e") else { return false }
    rest.removeFirst()
    if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    return !takeDigits(&rest).isEmpty && rest.isEmpty
  }

  private static func takeDigits(_ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = bytes.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    bytes = bytes.dropFirst(digits.count)
    return digits
  }
}

extension UInt8 {
  fileprivate var isJSONSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

  fileprivate var endsWord: Bool { isJSONSpace || ",:[]{}\"".utf8.contains(self) }
}
