import Testing
import Text

/// Tests the escaping of machine-readable output that is written to a terminal.
struct PrintableDataTests {
  @Test(arguments: [
    ("{\"a\": 1}\n", "{\"a\": 1}\n"), ("a\tb\n", "a\tb\n"), ("é漢👍", "é漢👍"),
    ("\u{1B}]0;x\u{07}", "\\u001b]0;x\\u0007"), ("a\r\nb", "a\\u000d\nb"), ("\u{7F}", "\\u007f"),
    ("\u{9B}31m", "\\u009b31m"), ("a\u{202E}b", "a\\u202eb"), ("\u{2028}", "\\u2028"),
    ("👨\u{200D}👩", "👨\\u200d👩"), ("\u{E0041}", "\\udb40\\udc41"), ("\0", "\\u0000"),
  ])
  func `unprintable characters are escaped as in JSON`(text: String, escaped: String) {
    let bytes = PrintableData.escaped(Array(text.utf8))
    #expect(String(decoding: bytes, as: UTF8.self) == escaped)
  }
}
