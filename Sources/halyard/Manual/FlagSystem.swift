/// A flag system with what Halyard does for it, each fact with the tests that prove it.
struct FlagSystem: Sendable {
  let name: String
  /// The page of `docs`, with its section, that explains the system.
  let page: String
  let facts: [Fact]

  /// What a user may expect from the support of a flag system.
  enum Aspect: String, CaseIterable {
    case source
    case evaluation
    case trace
    case forcing
    case served = "served to"
    case counts = "counts back"
  }

  /// One aspect of a system.
  struct Fact: Sendable {
    let aspect: Aspect
    let text: String
    /// The path of the tests below `Tests`, such as `UnleashTests/TraceTests`.
    let tests: String
  }

  /// Creates a system with the text and the tests of each aspect, in the order of the aspects.
  ///
  /// The names of sources that have only documents of the format precede the text of the first aspect.
  init(
    _ name: String,
    _ format: any FileFormat.Type,
    page: String,
    _ facts: KeyValuePairs<String, String>
  ) {
    let kinds = SourceKinds.all.filter { $0.format?.name == format.name }
    let prefix = kinds.map { "`\($0.form)`, " }.joined()
    (self.name, self.page) = (name, page)
    self.facts = zip(Aspect.allCases, facts).map { aspect, fact in
      Fact(aspect: aspect, text: (aspect == .source ? prefix : "") + fact.key, tests: fact.value)
    }
  }
}
