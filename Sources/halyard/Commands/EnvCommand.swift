import FeatureFlags
import Files
import Glibc

/// Points an app at the overrides of a workspace, so that it follows them while it runs.
enum EnvCommand {
  /// Prints the line that a shell evaluates.
  static func printLine(_ context: CommandContext) {
    let path = overridesPath(context)
    let parts = path.split(separator: "'", omittingEmptySubsequences: false)
    let quoted = parts.joined(separator: "'\\''")
    context.console.write("export \(FeatureFlags.overridesVariable)='\(quoted)'\n")
  }

  /// Runs a program that sees the overrides, in the place of this one.
  ///
  /// - Throws: `command`, if there is no such program or it cannot be run.
  static func run(_ words: [String], _ context: CommandContext) throws(Failure) {
    setenv(FeatureFlags.overridesVariable, overridesPath(context), 1)
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    execvp(words[0], &arguments)
    throw .command(words[0], SystemError(number: errno))
  }

  /// The path that is right also for a program that works in another folder.
  private static func overridesPath(_ context: CommandContext) -> String {
    context.environment.absolute(context.setup.workspace.overridesPath)
  }
}
