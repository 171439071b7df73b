import Testing

@testable import AscendEngine
@testable import AscendExperiments

/// Tests the order in which the five getters look up a variable.
struct FallbackTests {
  /// Two different values of one type, and a value of a different type.
  private struct Values<Scalar: ExperimentScalar & Equatable> {
    let first: ExperimentVariable
    let second: ExperimentVariable
    let firstValue: Scalar
    let secondValue: Scalar
    let other: ExperimentVariable
  }

  private func read<Scalar: ExperimentScalar>(
    _ maps: inout ExperimentMaps,
    dontCache: Bool = false,
    ignoreCache: Bool = false
  ) -> Scalar {
    maps.value(of: "v", in: "e", dontCache: dontCache, ignoreCache: ignoreCache)
  }

  private func maps(
    experiment: ExperimentVariable? = nil,
    byDefault: ExperimentVariable? = nil
  ) -> ExperimentMaps {
    var maps = ExperimentMaps()
    maps.experiments = experiment.map { ["e": Lab.experiment(["v": $0])] } ?? [:]
    maps.defaults = byDefault.map { ["e": .dictionary(["v": $0])] } ?? [:]
    return maps
  }

  private func check<Scalar: ExperimentScalar & Equatable>(_ values: Values<Scalar>) {
    let none = Scalar.fallback
    var all = maps(experiment: values.first, byDefault: values.second)
    #expect(read(&all) == values.firstValue, "the experiment takes precedence over the default")

    var onlyDefault = maps(byDefault: values.second)
    #expect(read(&onlyDefault) == values.secondValue)

    var nothing = maps()
    #expect(read(&nothing) == none)
    #expect(nothing.accessed.isEmpty, "a missing value is not cached")

    var lacking = maps(byDefault: values.second)
    lacking.experiments = ["e": Lab.experiment(["other": values.first])]
    #expect(
      read(&lacking) == values.secondValue,
      "an experiment without the variable falls back to the default"
    )
    lacking.experiments = ["e": Lab.experiment(nil)]
    #expect(read(&lacking, ignoreCache: true) == values.secondValue)

    var mismatched = maps(experiment: values.other, byDefault: values.second)
    #expect(read(&mismatched) == none, "a mismatched type does not fall back to the default")
    #expect(mismatched.accessed["e"]?["v"] == values.other)
    mismatched.experiments = ["e": Lab.experiment(["v": values.first])]
    #expect(
      read(&mismatched) == values.firstValue,
      "a cached value of another type is a cache miss"
    )

    var plain = maps()
    plain.defaults = ["e": values.first]
    #expect(read(&plain) == none, "a default that is not a dictionary has no variables")
  }

  private func checkCache<Scalar: ExperimentScalar & Equatable>(_ values: Values<Scalar>) {
    let changed = Lab.experiment(["v": values.second])
    var pinned = maps(experiment: values.first)
    #expect(read(&pinned) == values.firstValue)
    pinned.experiments = ["e": changed]
    #expect(read(&pinned) == values.firstValue, "the first value is fixed for the session")
    #expect(read(&pinned, dontCache: true) == values.firstValue, "dontCache still reads the cache")
    #expect(read(&pinned, dontCache: true, ignoreCache: true) == values.secondValue)
    #expect(read(&pinned) == values.firstValue, "both options together do not change the cache")
    #expect(read(&pinned, ignoreCache: true) == values.secondValue)
    #expect(read(&pinned) == values.secondValue, "ignoreCache replaces the cached value")

    var unkept = maps(experiment: values.first)
    #expect(read(&unkept, dontCache: true) == values.firstValue)
    unkept.experiments = ["e": changed]
    #expect(read(&unkept) == values.secondValue)

    unkept.clear()
    #expect(read(&unkept) == Scalar.fallback, "clearing empties the cache")
  }

  private func checkAll<Scalar: ExperimentScalar & Equatable>(_ values: Values<Scalar>) {
    check(values)
    checkCache(values)
  }

  @Test func `a Boolean variable is read from cache, experiment or defaults, in this order`() {
    checkAll(
      Values(
        first: .bool(true),
        second: ExperimentVariable(.bool(false)),
        firstValue: true,
        secondValue: false,
        other: .string("true")
      )
    )
  }

  @Test func `an integer variable is read from cache, experiment or defaults, in this order`() {
    checkAll(
      Values(first: .int(1), second: .int(2), firstValue: 1, secondValue: 2, other: .double(3))
    )
  }

  @Test func `a floating-point variable is read from cache, experiment or defaults, in this order`()
  {
    checkAll(
      Values(
        first: .double(1.5),
        second: .double(2.5),
        firstValue: 1.5,
        secondValue: 2.5,
        other: .int(3)
      )
    )
  }

  @Test func `a 64-bit integer variable is read from cache, experiment or defaults, in this order`()
  {
    checkAll(
      Values(
        first: .int64(1),
        second: .int64(2),
        firstValue: Int64(1),
        secondValue: Int64(2),
        other: .int(3)
      )
    )
  }

  @Test func `a text variable is read from cache, experiment or defaults, in this order`() {
    checkAll(
      Values(
        first: .string("a"),
        second: .string("b"),
        firstValue: "a",
        secondValue: "b",
        other: .int(3)
      )
    )
  }

  @Test
  func `a persisted value is cached unconverted, and a getter of a different type ignores it`() {
    var maps = maps(experiment: ExperimentVariable(.string("12")))
    #expect(read(&maps) == 12)
    maps.experiments = ["e": Lab.experiment(["v": .int(13)])]
    #expect(read(&maps) == 13, "the cached text is not an integer, so the getter converts it")
  }

  @Test func `getAllVariablesJSON returns the variables, the defaults or null`() {
    var maps = maps(byDefault: .int(1))
    #expect(maps.variablesJSON(of: "e") == #"{"v":1}"#)
    maps.experiments = ["e": Lab.experiment(["b": .string("x/y"), "a": .bool(true)])]
    #expect(maps.variablesJSON(of: "e") == #"{"a":true,"b":"x/y"}"#)
    maps.experiments = ["e": Lab.experiment(nil)]
    #expect(maps.variablesJSON(of: "e") == "null")
    #expect(maps.variablesJSON(of: "unknown") == nil)
    maps.defaults = ["plain": .string("x")]
    #expect(maps.variablesJSON(of: "plain") == nil)
  }
}
