/// The ASCII characters that replace the symbols of the screen where only ASCII can be shown, such as on
/// the Linux console.
package enum ASCIISymbol {
  /// The replacement of each symbol; symbols with different meanings have different replacements.
  package static let table: [Character: Character] = [
    // Borders, scroll thumbs and selection.
    "─": "-", "│": "|", "┃": "(", "╭": "+", "╮": "+", "╰": "+", "╯": "+", "▌": "]",
    // Overrides and changes.
    "◆": "*", "◈": "%", "◉": "u", "◎": "q", "◇": "&", "❖": "A", "±": "d", "✦": "`", "≠": "/",
    "≡": "E",
    // Types of features, marks and favourites.
    "⚑": "F", "⚐": "f", "⚙": "D", "◐": "T", "▢": "U", "▣": "L", "⊘": "0", "★": "$", "▸": ")",
    "▾": "V",
    // Results and states.
    "✓": "y", "✗": "X", "▲": "!", "●": "O", "○": "o", "◌": "c", "‖": "\"", "•": "i", "▶": "}",
    "↻": "@", "≈": "N", "⇄": "S",
    // Keys.
    "←": "<", "→": ">", "↑": "^", "↓": "v",
    // Bars and gauges.
    "█": "#", "▓": "M", "▒": "W", "░": ":", "▰": ";", "▱": ",", "▏": "_", "▁": "1", "▂": "2",
    "▃": "3", "▄": "4", "▅": "5", "▆": "6", "▇": "7",
    // The frames of the spinner, which are shown one after another.
    "⠋": "|", "⠙": "/", "⠹": "-", "⠸": "\\", "⠼": "|", "⠴": "/", "⠦": "-", "⠧": "\\", "⠇": "|",
    "⠏": "/",
    // Punctuation.
    "·": ".", "–": "-", "—": "-", "…": "~", "×": "x", "‘": "'", "’": "'", "“": "'", "”": "'",
    "\u{A0}": " ",
  ]
}
