import Testing

@testable import halyard

/// Tests the author of overrides.
struct AuthorTests {
  @Test func `without USER and LOGNAME the author of overrides is the name of the account`() {
    #expect(Environment.current(["USER": "ana"]).author?.hasPrefix("ana") == true)
    let author = Environment.current([:]).author
    #expect(author != nil && author?.hasPrefix("@") == false)
  }
}
