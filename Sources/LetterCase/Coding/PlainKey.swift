/// A coding key of any text.
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

  /// The last key of a path with its text changed; an index into an array stays as it is.
  init(last path: [any CodingKey], changing change: (String) -> String) {
    guard let last = path.last else {
      self.init(stringValue: "")
      return
    }
    if let index = last.intValue {
      self.init(intValue: index)
    } else {
      self.init(stringValue: change(last.stringValue))
    }
  }
}
