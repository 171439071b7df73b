/// Prints the script that defines the completions of the program for a shell.
struct CompletionsCommand: Command {
  static let row = CommandRow(
    name: "completions",
    summary: "Print the completions for bash, zsh or fish.",
    operands: [Operand("SHELL", .required, .words(CompletionShell.allCases.map(\.rawValue)))],
    sourceUse: .none,
    isChanging: false,
    make: Self.init
  )

  private let shell: CompletionShell

  init(_ arguments: Arguments) throws(Failure) {
    let word = arguments.operands[0]
    guard let shell = CompletionShell(rawValue: word) else {
      let shells = CompletionShell.allCases.map(\.rawValue).joined(separator: ", ")
      throw arguments.usage("found the shell \"\(word)\", expected one of \(shells)")
    }
    self.shell = shell
  }

  func run(_ program: Program) {
    program.console.write(shell.script)
  }
}
