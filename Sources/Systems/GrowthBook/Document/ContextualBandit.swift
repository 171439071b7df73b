import Documents

/// The weights of a contextual bandit for groups of users.
struct ContextualBandit: Sendable {
  let id: String
  let version: Double?
  let contexts: [Context]

  struct Context: Sendable {
    let id: Double?
    let condition: Condition
    let weights: [Double]
  }

  /// Reads the bandit whose id is the name in the compiler.
  init(_ value: some DocumentValue, _ compiler: inout Compiler) throws(DocumentError) {
    let fields = try value.fields()
    id = compiler.feature
    version = try fields.optional("banditVersion", "a number", \.number)
    contexts = try fields.objects("contexts") { fields throws(DocumentError) in
      Context(
        id: try fields.optional("leafId", "a number", \.number),
        condition: try compiler.condition(of: fields) ?? .all([]),
        weights: try fields.optional("weights", "a list of numbers", \.numbers) ?? []
      )
    }
  }
}
