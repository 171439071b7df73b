import Testing

/// Tests all numbers, dates and durations that users, files and servers give.
struct NumberTests {
  @Test(arguments: NumberField.all)
  func `a number is accepted within its bounds only, and no text is a trap`(field: NumberField) {
    for text in NumberField.texts + field.accepted.sorted() + field.refused {
      let isAccepted = field.accepts(text)
      #expect(isAccepted == field.accepted.contains(text), "\(field.name): \"\(text.prefix(60))\"")
    }
  }
}
