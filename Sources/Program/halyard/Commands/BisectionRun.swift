import Dispatch
import FeatureFlags
import Files
import Glibc
import Text
import Workbench

/// Runs the bisection of the command `bisect`: applies overrides, obtains the verdict about each run
/// of the app (good, bad or skip), and restores the overrides at the end.
struct BisectionRun {
  /// Where the verdict about a run of the app comes from.
  enum Judge {
    /// A command, whose exit code is the verdict.
    case command([String])
    /// The user, who types the verdicts as lines of standard input.
    case prompt
  }

  /// How the wait for the verdict about a run has ended.
  private enum Result {
    case verdict(OverrideBisection.Verdict, String)
    case quit
    case signal(Int32)
  }

  /// An event that can end the wait for a verdict; other threads post the events.
  private enum Event: Sendable {
    case exited(ChildProcess.End)
    /// A line of standard input; `nil` at its end.
    case line(String?)
    case signal(Int32)
  }

  private let context: CommandContext
  private let judge: Judge
  private let journal: BisectionJournal
  private let keys: [OverrideKey]
  /// The options that select the source and the workspace in the printed commands.
  private let options: [String]
  private let events: AsyncStream<Event>
  private let inbox: AsyncStream<Event>.Continuation
  private let signals: ShutdownSignals

  /// Writes the journal of a bisection.
  ///
  /// If this process is killed, the next run of Halyard restores the overrides from the journal.
  ///
  /// - Parameters:
  ///   - context: The context of the command.
  ///   - originals: The overrides to bisect.
  ///   - judge: Where the verdicts come from.
  ///   - options: The options that select the source and the workspace in the printed commands.
  /// - Throws: `lookUp` if another process bisects, and `store` if the journal cannot be written.
  init(
    _ context: CommandContext,
    originals: [OverrideKey: Override],
    judge: Judge,
    options: [String]
  ) throws(Failure) {
    self.context = context
    self.options = options
    self.judge = judge
    keys = originals.keys.sorted()
    let (events, inbox) = AsyncStream.makeStream(of: Event.self)
    (self.events, self.inbox) = (events, inbox)
    // Handles signals before the first change, so that a signal does not end the process before the
    // overrides are restored.
    signals = try ShutdownSignals { inbox.yield(.signal($0)) }
    guard let journal = BisectionJournal(of: originals) else {
      throw .lookUp(
        "a bisection needs /proc, which has no entry for this process; check that it is mounted"
      )
    }
    self.journal = journal
    let other = try mapError(context.setup.workspace.keep(journal), to: Failure.notSaved)
    if let other {
      throw .lookUp("process \(other.owner.id) is already bisecting overrides of this workspace")
    }
  }

  private var console: Console { context.console }
  private var workspace: Workspace { context.setup.workspace }

  /// Bisects, restores the overrides, and prints the result.
  ///
  /// - Returns: The signal that has ended the bisection; `nil` if no signal was received.
  /// - Throws: `command` if the command cannot be executed, `store` if overrides cannot be changed,
  ///   and `lookUp` if the bisection finds no override that breaks the app.
  func run() async throws(Failure) -> Int32? {
    if case .prompt = judge { Self.readLines(into: inbox) }
    let found: Swift.Result<(OverrideBisection, Int32?), Failure>
    do throws(Failure) {
      found = .success(try await search())
    } catch {
      found = .failure(error)
    }
    do throws(Failure) {
      try await restore()
    } catch {
      console.warn("the overrides are not restored; 'halyard bisect --restore' restores them")
      throw error
    }
    let (bisection, signal) = try found.get()
    console.say("The original overrides are restored.")
    if signal == nil { try report(bisection) }
    return signal
  }

  /// Runs the steps of the bisection until its end, the end of the input, or a signal.
  private func search() async throws(Failure) -> (OverrideBisection, Int32?) {
    var bisection = OverrideBisection(of: keys)
    var journal = journal
    while case .run(let applied) = bisection.step {
      try await apply(applied, &journal, bisection.verdicts)
      announce(applied, bisection)
      switch try await result() {
      case .verdict(let verdict, let text):
        console.say("  \(verdict.rawValue)\(text)")
        bisection.record(verdict)
      case .quit: return (bisection, nil)
      case .signal(let number): return (bisection, number)
      }
    }
    return (bisection, nil)
  }

  /// Applies a subset of the original overrides, after the progress is stored in the journal.
  private func apply(
    _ applied: [OverrideKey],
    _ journal: inout BisectionJournal,
    _ verdicts: [OverrideBisection.Verdict]
  ) async throws(Failure) {
    journal.verdicts = verdicts
    _ = try mapError(workspace.keep(journal), to: Failure.notSaved)
    try await change(journal.changes(applying: applied))
  }

  /// Restores the original overrides, then removes the journal.
  private func restore() async throws(Failure) {
    try await change(journal.restoration)
    try mapError(workspace.removeBisection(), to: Failure.notSaved)
  }

  private func change(_ changes: [OverrideKey: Override?]) async throws(Failure) {
    try await mapError(
      awaiting: await context.setup.store.update(.bisect(changes)),
      to: Failure.store
    )
  }

  private func announce(_ applied: [OverrideKey], _ bisection: OverrideBisection) {
    let step = bisection.verdicts.count + 1
    // The count is 0 in a step that verifies the culprits that were found.
    let count = bisection.suspectCount
    let suspects = count == 0 ? "" : ", " + Number.count(count, "suspect")
    let verb = applied.count == 1 || keys.count == 1 ? "is" : "are"
    console.say(
      "Step \(step) of about \(bisection.expectedCount): \(applied.count) of "
        + "\(Number.count(keys.count, "override")) \(verb) on\(suspects)"
    )
    guard case .prompt = judge else { return }
    for key in applied {
      let text = journal.originals[key].map { ": \($0.text { $0.shortened(to: 40) })" } ?? ""
      console.say("  \(key)\(text)")
    }
  }
}

// MARK: Results

extension BisectionRun {
  private func result() async throws(Failure) -> Result {
    switch judge {
    case .command(let words):
      let child = try mapError(
        ChildProcess(
          words,
          variables: [FeatureFlags.overridesVariable: context.overridesPath]
        )
      ) { (error: SystemError) in Failure.command(words[0], error) }
      child.onEnd { [inbox] in inbox.yield(.exited($0)) }
      return await result(of: child)
    case .prompt: return await typedResult()
    }
  }

  private func result(of child: ChildProcess) async -> Result {
    for await event in events {
      switch event {
      case .exited(.code(0)): return .verdict(.good, "")
      case .exited(.code(Self.skipCode)): return .verdict(.skip, "")
      case .exited(.code(let code)): return .verdict(.bad, ": exit code \(code)")
      case .exited(.signal(let number)): return .verdict(.bad, ": ended by signal \(number)")
      case .signal(let number):
        child.send(number)
        return .signal(number)
      case .line: break
      }
    }
    return .quit
  }

  /// The exit code of a command that cannot test the app; the same code as for `git bisect run`.
  private static let skipCode: Int32 = 125

  private func typedResult() async -> Result {
    console.write("good, bad, skip or quit? ")
    for await event in events {
      switch event {
      case .line(let line?):
        switch line.trimmed.lowercased() {
        case "g", "good": return .verdict(.good, "")
        case "b", "bad": return .verdict(.bad, "")
        case "s", "skip": return .verdict(.skip, "")
        case "q", "quit": return .quit
        case let text:
          console.remark("found \"\(text.shortened(to: 40))\", expected good, bad, skip or quit")
          console.write("good, bad, skip or quit? ")
        }
      case .line(nil):
        console.write("\n")
        return .quit
      case .signal(let number):
        console.write("\n")
        return .signal(number)
      case .exited: break
      }
    }
    return .quit
  }

  /// Reads the lines of standard input on a thread that runs until the end of the input or of the
  /// process.
  private static func readLines(into inbox: AsyncStream<Event>.Continuation) {
    DispatchQueue(label: "halyard.bisect.input").async {
      while let line = readLine(strippingNewline: true) { inbox.yield(.line(line)) }
      inbox.yield(.line(nil))
    }
  }
}

// MARK: Report

extension BisectionRun {
  private func report(_ bisection: OverrideBisection) throws(Failure) {
    let runs = Number.count(bisection.verdicts.count, "run")
    switch bisection.step {
    case .run: throw .lookUp("the bisection was stopped after \(runs), without a result")
    case .finished(.notReproduced):
      throw .lookUp(
        keys.count == 1
          ? "the app works with the override, so it does not break the app"
          : "the app works with all \(keys.count) overrides, so none of them breaks it"
      )
    case .finished(.independent):
      throw .lookUp("the app also fails without the overrides, so another cause breaks it")
    case .finished(.culprits) where bisection.verdicts.allSatisfy({ $0 == .skip }):
      throw .lookUp("every run was skipped, so no override was found")
    case .finished(.culprits(let found, let undecided)):
      let count = Number.count(found.count, "override")
      let verb = found.count == 1 ? "breaks" : "together break"
      if !found.isEmpty { console.say("After \(runs): \(count) \(verb) the app") }
      print(found)
      guard !undecided.isEmpty else { return }
      console.say(
        "Runs were skipped, so these are still suspects: \(Number.count(undecided.count, "override"))"
      )
      print(undecided)
    }
  }

  /// Prints the overrides with the commands that set them.
  private func print(_ keys: [OverrideKey]) {
    for key in keys {
      guard let override = journal.originals[key] else { continue }
      console.say("  \(key): \(override.text { $0.shortened(to: 40) })")
      for command in override.commands(for: key, options: options) {
        console.say("    \(command)")
      }
    }
  }
}
