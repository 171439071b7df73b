/// Prints a manual page as the source that `man` formats.
struct ManualCommand: Command {
  static let row = CommandRow(
    name: "manual",
    summary: "Print a manual page, halyard or halyard-config, as a source for 'man -l -'.",
    operands: [Operand("PAGE", .optional, .words(Page.allCases.map(\.title)))],
    sourceUse: .none,
    isChanging: false,
    make: Self.init
  )

  /// A page of the manual; the raw value is the operand that selects it.
  enum Page: String, CaseIterable {
    /// The page of the program, `halyard(1)`.
    case program
    /// The page of the settings file, `halyard-config(5)`.
    case config

    /// The title of the page, as `man` finds it.
    var title: String {
      switch self {
      case .program: "halyard"
      case .config: "halyard-config"
      }
    }
  }

  private let page: Page

  init(_ arguments: Arguments) throws(Failure) {
    let word = arguments.operands.first ?? Page.program.rawValue
    guard let page = Page.allCases.first(where: { [$0.rawValue, $0.title].contains(word) }) else {
      let pages = Page.allCases.map(\.title).joined(separator: ", ")
      throw arguments.usage("found the page \"\(word)\", expected one of \(pages)")
    }
    self.page = page
  }

  func run(_ program: Program) {
    let source =
      switch page {
      case .program: ProgramManual(commands: CommandTable.all, version: program.version).source
      case .config: SettingsManual(version: program.version).source
      }
    program.console.write(source)
  }
}
