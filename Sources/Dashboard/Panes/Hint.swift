/// A key and what it does, in as few words as the footer has room for.
struct Hint: Hashable, Sendable {
  let keys: String
  let word: String

  init(_ keys: String, _ word: String) {
    self.keys = keys
    self.word = word
  }
}
