import Dashboard
import Terminal
import Text

extension Notice {
  /// Creates the notice that states whether a text was copied to the clipboard of the terminal.
  init(_ result: Terminal.CopyResult, of text: String) {
    switch result {
    case .sent:
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let isLine = lines.count == 1 || lines.count == 2 && lines.last?.isEmpty == true
      let what = isLine ? text.shortened(to: 60) : Number.count(lines.count, "line")
      self.init("Sent to the clipboard of the terminal: \(what)", kind: .success)
    case .tooLarge(let limit):
      self.init(
        "Not copied: the text has \(text.utf8.count) bytes, and the terminal accepts at most "
          + "\(limit). w writes a report to a file.",
        kind: .failure
      )
    case .unsupported:
      self.init(
        "Not copied: this terminal does not accept text for the clipboard (OSC 52).",
        kind: .failure
      )
    }
  }
}
