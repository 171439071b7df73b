import FeatureFlags
import Text
import Workbench

/// Evaluates all features for many generated users, and compares the counts with the biases.
struct SimulateCommand: Command {
  static let row = CommandRow(
    name: "simulate",
    summary:
      "Evaluate all features for many users, and compare how many get each variation with its bias.",
    options: [.users, .seed, .attributesFile, .isolated, .json],
    sourceUse: .operand,
    isChanging: false,
    make: Self.init
  )

  private let source: SourceOptions
  private let count: Int
  private let seed: UInt64
  private let profiles: [SimulatedUsers.Profile]
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(Failure) {
    let count = try Self.number(arguments.value(.users), of: .users, 1...1_000_000_000, arguments)
    let seed = try Self.number(arguments.value(.seed), of: .seed, 0...Int.max, arguments)
    self.count = count ?? Defaults.simulatedUsers
    self.seed = UInt64(seed ?? 1)
    profiles = try Self.profiles(arguments)
    source = try arguments.sourceOptions()
    isJSON = arguments.has(.json)
  }

  func run(_ program: Program) async throws(Failure) {
    let context = try CommandContext(source, program)
    context.warn(of: try await context.open())
    let users = SimulatedUsers(count: count, seed: seed, profiles: profiles, base: source.user)
    let progress = ProgressLine(program, total: count)
    let start = ContinuousClock.now
    let features = await Simulation(context.setup.store.activeConfiguration, users: users).run {
      progress.add($0)
    }
    progress.finish()
    let report = SimulationReport(features, users: count, seed: seed)
    let console = program.console
    guard !isJSON else { return console.write(json: report.json) }
    console.print(report.lines(columns: console.columns))
    console.remark(report.summary(duration: start.duration(to: .now)))
  }

  /// Parses a whole number, in which digits can be grouped by underscores; `nil` without a text.
  private static func number(
    _ text: String?,
    of option: Option,
    _ range: ClosedRange<Int>,
    _ arguments: Arguments
  ) throws(Failure) -> Int? {
    guard let text else { return nil }
    guard let number = Int(text.filter { $0 != "_" }), range.contains(number) else {
      throw arguments.usage(
        "\(option.flag): found \"\(text)\", expected a whole number from \(range.lowerBound) to "
          + "\(range.upperBound)"
      )
    }
    return number
  }

  private static func profiles(
    _ arguments: Arguments
  ) throws(Failure) -> [SimulatedUsers.Profile] {
    guard let path = arguments.value(.attributesFile) else { return [] }
    return try mapError(SimulatedUsers.Profile.users(inFile: path), to: Failure.source)
  }
}
