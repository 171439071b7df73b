/// A coding key with any text.
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

  /// Creates the last key of a path with a converted text; the index of an array is unchanged.
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
