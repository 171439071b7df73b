/// Recognises calls of SDK functions whose first argument is the key of a flag.
package struct FlagCalls: Sendable {
  /// The names of the functions in the spellings of all languages.
  let names: Set<String>
  /// The type on which a function must be called, for functions whose names are too common on their own.
  private let owners: [String: String]

  /// Creates the recognition for a list of functions.
  ///
  /// - Parameter functions: The names in the spelling of Swift and JavaScript. A name with a dot, such
  ///   as `Feature.named`, is recognised only in a call on that type.
  package init(of functions: [String]) {
    let pairs = functions.map { $0.split(separator: ".").map(String.init) }
    owners = Dictionary(pairs.filter { $0.count == 2 }.map { ($0[1], $0[0]) }) { first, _ in first }
    names = Set(
      pairs.filter { $0.count == 1 }.flatMap { pair in
        let upper = pair[0].prefix(1).uppercased() + pair[0].dropFirst()
        return [pair[0], upper, upper + "Async", Self.snake(pair[0])]
      } + owners.keys
    )
  }

  private static func snake(_ name: String) -> String {
    name.reduce(into: "") { text, letter in
      text += letter.isUppercase ? "_" + letter.lowercased() : String(letter)
    }
  }

  /// Returns whether a literal is the first argument of one of the functions.
  func has(_ literal: Int, in file: CodeFile) -> Bool {
    var at = literal - 1
    if file.has(":", at: at), file.word(at - 1) != nil { at -= 2 }
    if file.has("(", at: at) {
      at -= 1
    } else if file.language != .ruby {
      return false
    }
    // Ruby: `enabled? :name`, JavaScript: `getValue<boolean>("name")`
    if file.has("?", at: at) { at -= 1 }
    if file.has(">", at: at) {
      let end = at
      while at > 0, end - at < 50, !file.has("<", at: at) { at -= 1 }
      at -= 1
    }
    guard let word = file.word(at) else { return false }
    if let owner = owners[word] {
      return file.has(".", at: at - 1) && file.word(at - 2) == owner
    }
    return names.contains(word) && !["func", "fun", "def", "function"].contains(file.word(at - 1))
  }
}
