/// A coding key with an arbitrary string or array index.
struct PlainKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }

  /// Creates a key from the last key of a path and converts its string; an array index is
  /// unchanged.
  init(last path: [any CodingKey], converting convert: (String) -> String) {
    guard let last = path.last else {
      self.init(stringValue: "")
      return
    }
    if let index = last.intValue {
      self.init(intValue: index)
    } else {
      self.init(stringValue: convert(last.stringValue))
    }
  }
}
