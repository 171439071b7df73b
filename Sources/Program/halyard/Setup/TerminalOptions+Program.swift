import Terminal

extension TerminalOptions {
  /// Creates the options of the terminal from the environment and `--no-color`.
  init(_ program: Program) {
    self.init(
      term: program.environment["TERM"] ?? "",
      colorterm: program.environment["COLORTERM"] ?? "",
      isInTmux: program.environment["TMUX"] != nil,
      colours: program.isMonochrome ? ColourDepth.monochrome : nil
    )
  }
}
