/// Lists every command; argument parsing, help and a test of the README use this list.
enum CommandTable {
  /// All commands in the order of the help; the first one is the default.
  static let all: [any Command.Type] = [
    DashboardCommand.self,
    ListCommand.self,
    ShowCommand.self,
    EnableCommand.self,
    DisableCommand.self,
    UnlockCommand.self,
    LockCommand.self,
    CycleCommand.self,
    SetCommand.self,
    ResetCommand.self,
    DecideCommand.self,
    RefreshCommand.self,
    WatchCommand.self,
    ServeCommand.self,
    EnvCommand.self,
    RunCommand.self,
    CheckCommand.self,
    SnapshotCommand.self,
    ConnectivityCommand.self,
    ThemesCommand.self,
    VersionCommand.self,
    HelpCommand.self,
  ]
}
