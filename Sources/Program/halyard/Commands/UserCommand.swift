import FeatureFlags
import Text

/// Sets the default user of the running servers of a workspace: `halyard user set`.
struct UserCommand: Command {
  static let row = CommandRow(
    name: "user",
    summary: "Set the default user of a running 'halyard serve'.",
    subcommands: Name.self,
    operand: Operand("KEY", .required, .words([])),
    optionHelp: [:],
    make: Self.init
  )

  /// The first operand, which selects what the command does.
  enum Name: String, Subcommand {
    case set

    var options: [Option] { [] }
    var isChanging: Bool { true }
  }

  private let source: SourceOptions
  private let user: EvaluationContext

  init(_ arguments: Arguments) throws(Failure) {
    _ = try arguments.subcommand(Name.self)
    let (key, source) = (arguments.operands[1], try arguments.sourceOptions())
    var user = source.user
    if let other = user.targetingKey {
      throw arguments.usage("found two users: \(key) and --user \(other)")
    }
    guard user.profile.isEmpty else {
      throw arguments.usage("found --profile, but the default user of a server has none")
    }
    user.targetingKey = key.isEmpty ? nil : key
    (self.user, self.source) = (user, source)
  }

  func run(_ program: Program) async throws(Failure) {
    let workspace = try Setup(source, program).workspace
    let served = ServedUser(workspace)
    let count = served.serverCount
    guard count > 0 else {
      throw .lookUp(
        "no 'halyard serve' uses the workspace \(workspace.name): start one for the same source, without "
          + "--isolated and --read-only"
      )
    }
    try mapError(served.set(user), to: Failure.notSaved)
    let servers = Number.count(count, "server")
    program.console.say("The default user is \(user.name) now, for \(servers)")
  }
}
