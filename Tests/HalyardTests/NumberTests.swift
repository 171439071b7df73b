import Testing

/// Tests the parsing of each number, date and duration that comes from users, files and servers.
struct NumberTests {
  @Test(arguments: NumberField.all)
  func `a number is accepted within its bounds only, and no text makes the program trap`(
    field: NumberField
  ) {
    for text in NumberField.texts + field.accepted.sorted() + field.refused {
      let isAccepted = field.accepts(text)
      #expect(isAccepted == field.accepted.contains(text), "\(field.name): \"\(text.prefix(60))\"")
    }
  }
}
