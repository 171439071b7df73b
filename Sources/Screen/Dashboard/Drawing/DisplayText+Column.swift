import Text

extension DisplayText {
  /// Returns the texts of a column, each padded to the width of the widest one.
  static func column(_ texts: [String]) -> [DisplayText] {
    let texts = texts.map { DisplayText($0) }
    let width = texts.map(\.width).max() ?? 0
    return texts.map { $0.padded(to: width) }
  }
}
