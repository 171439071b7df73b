import FeatureFlags
import Foundation
import Glibc
import Workbench

/// A program that tests start as a child process and kill.
@main
enum Main {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case "write" where arguments.count == 3:
      try write(to: arguments[1], entries: Int(arguments[2]) ?? 0)
    case "flip" where arguments.count == 4:
      try flip(arguments[1], prefix: arguments[2], count: Int(arguments[3]) ?? 0)
    case "fill" where arguments.count == 2: try fill(arguments[1])
    case "log" where arguments.count == 2: try logEntries(to: arguments[1])
    case "assign" where arguments.count > 2:
      try assign(user: arguments[1], features: arguments.dropFirst(2))
    case "drop-in" where arguments.count == 2: printVariations(from: arguments[1])
    case "state" where arguments.count == 2:
      FeatureFlags.configurationURL = URL(fileURLWithPath: arguments[1])
      print(FeatureFlags.store.isEnabled("F"))
    default:
      fatalError("found \(arguments), expected write, flip, fill, log, assign, drop-in or state")
    }
  }

  /// Saves overrides in a loop until the process is killed; all overrides of one save have the same
  /// number as their author.
  private static func write(to root: String, entries: Int) throws {
    let workspace = Workspace(name: "test", source: "probe", stateRoot: root, cacheRoot: root)
    while true {
      try workspace.updateOverrides { overrides in
        let last = overrides.values.first?.author.flatMap { Int($0) } ?? 0
        for entry in 0..<entries {
          overrides[OverrideKey(Feature.Name(rawValue: "Feature \(entry)"))] = Override(
            enabled: last.isMultiple(of: 2),
            author: String(last + 1)
          )
        }
      }
    }
  }

  /// Enables features one after another through a store.
  private static func flip(_ root: String, prefix: String, count: Int) throws {
    let workspace = Workspace(name: "test", source: "probe", stateRoot: root, cacheRoot: root)
    let store = FlagStore(workspace: workspace)
    let names = (0..<count).map { Feature.Name(rawValue: prefix + String($0)) }
    try store.load(Configuration(features: names.map { Feature(name: $0) }))
    for name in names { try store.override(.enabled(true), for: [name]) }
  }

  /// Enables features until a write exceeds the file size limit, and prints the resulting state.
  private static func fill(_ root: String) throws {
    // Ignores SIGXFSZ: a write beyond the limit then fails, like a write to a full disk.
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: 600, rlim_max: 600)
    guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { return }
    let workspace = Workspace(name: "test", source: "probe", stateRoot: root, cacheRoot: root)
    let store = FlagStore(workspace: workspace)
    let names = (0..<40).map { Feature.Name(rawValue: "F\($0)") }
    try store.load(Configuration(features: names.map { Feature(name: $0) }))
    for (count, name) in names.enumerated() {
      do {
        try store.override(.enabled(true), for: [name])
      } catch {
        return print("\(count) saved, then not; on all the same: \(store.isEnabled(name))")
      }
    }
  }

  /// Logs changes of a source in a loop until the process is killed, and prints the number of each change
  /// after it was written; the number is also the time of the change.
  private static func logEntries(to root: String) throws {
    let log = Workspace(name: "test", source: "probe", stateRoot: root, cacheRoot: root).sourceLog
    var number = Int(try log.entries().last?.date.timeIntervalSince1970 ?? 0)
    while true {
      number += 1
      let features = [Feature(name: Feature.Name(rawValue: "Feature \(number)"))]
      let date = Date(timeIntervalSince1970: Double(number))
      try log.append(SourceEntry(startWith: features, nil, for: EvaluationContext(), at: date))
      print(number)
      fflush(nil)
    }
  }

  /// Prints the assignments of a user, one for each given feature.
  private static func assign(user: String, features: ArraySlice<String>) throws {
    let store = FlagStore(user: user)
    let tests = features.map {
      Feature(name: Feature.Name(rawValue: $0), testVariations: [.a, .b])
    }
    try store.load(Configuration(features: tests))
    for test in store.features { print(test.assignment ?? -1) }
  }

  /// Prints the variation of each test, with the default store of the drop-in API.
  private static func printVariations(from path: String) {
    FeatureFlags.configurationURL = URL(fileURLWithPath: path)
    for feature in FeatureFlags.store.features where feature.type.isTest {
      print("\(feature.name): \(feature.testVariation())")
    }
  }
}
