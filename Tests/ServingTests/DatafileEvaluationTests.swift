import FeatureFlags
import Optimizely
import TestSupport
import Testing

/// Tests the decisions of the evaluator for generated datafiles against its decisions with overrides.
@Suite(.tags(.concurrent))
struct DatafileEvaluationTests {
  @Test(arguments: DatafileProject.names)
  func `a generated datafile changes the result of the overridden flag and of no other flag`(
    name: String
  ) throws {
    let project = try DatafileProject(name)
    // In a short test run, the flags without overrides are compared for a few users only.
    let users = project.users.prefix(Effort.isFull ? .max : 2)
    let before = users.map { project.evaluator.evaluator.decideAll(for: UserContext($0)) }
    for override in DatafileOverride.all(of: project) {
      try project.store.override(override.choices, for: [Feature.Name(rawValue: override.flag)])
      let served = Evaluator(try Datafile(bytes: try project.served()))
      for user in project.users {
        let actual = DatafileOutcome(served.decide(override.flag, for: UserContext(user)))
        let expected = DatafileOutcome(of: override, in: project, for: user, actual: actual)
        #expect(actual == expected, "\(override) for \(user)")
      }
      for (user, before) in zip(users, before) {
        let after = served.decideAll(for: UserContext(user))
        #expect(before.count == after.count)
        for (old, new) in zip(before, after) where old.flag != override.flag {
          #expect(old.result == new.result, "\(override) for \(user)")
        }
      }
      try project.store.resetAll()
    }
    #expect(try project.served() == project.bytes)
  }

  @Test(arguments: DatafileProject.names)
  func `a datafile for one user has the overridden result only for that user`(
    name: String
  ) throws {
    let project = try DatafileProject(name)
    let original = project.evaluator.evaluator
    let all = DatafileOverride.all(of: project).enumerated()
    for (number, override) in all where Effort.isFull || number.isMultiple(of: 3) {
      let tester = project.users[number % project.users.count]
      try project.store.setContext(tester)
      try project.store.override(override.choices, for: [Feature.Name(rawValue: override.flag)])
      let served = Evaluator(
        try Datafile(bytes: try project.served(for: tester.targetingKey ?? ""))
      )
      let others = project.users.filter { $0.targetingKey != tester.targetingKey }
      for user in others.prefix(Effort.isFull ? .max : 2) {
        let user = UserContext(user)
        let (old, new) = (original.decideAll(for: user), served.decideAll(for: user))
        #expect(old.map(\.result) == new.map(\.result), "\(override) for \(user.id)")
      }
      let decision = served.decide(override.flag, for: UserContext(tester))
      let actual = DatafileOutcome(decision)
      var expected = DatafileOutcome(of: override.flag, in: project, for: tester)
      // The variables of a flag that is off are its default values, whose overrides apply to every user.
      if !actual.isEnabled { expected.variables = actual.variables }
      if expected.variation == nil { expected.variation = expected.isEnabled ? "on" : "off" }
      #expect(actual == expected, "\(override) for \(tester)")
      try project.store.resetAll()
    }
  }
}

extension FlagDecision {
  /// The parts of a decision that an app can see, and the rule of the decision.
  fileprivate var result: [String] {
    let values = variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return ["\(isEnabled)", variation ?? "none", rule ?? "none"] + values
  }
}
