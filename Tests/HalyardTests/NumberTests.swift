import Testing

/// Tests the parsing of each number, date and duration that comes from users, files and servers.
struct NumberTests {
  @Test(arguments: NumberField.all)
  func `each number field accepts only numbers within its bounds, and no text causes a crash`(
    field: NumberField
  ) {
    for text in NumberField.texts + field.accepted.sorted() + field.refused {
      let isAccepted = field.accepts(text)
      #expect(isAccepted == field.accepted.contains(text), "\(field.name): \"\(text.prefix(60))\"")
    }
  }
}
