package import FeatureFlags

/// Converts the possible values of a flag to the outcomes of a feature.
///
/// A flag with exactly the two values true and false becomes a flag that is on or off. Other values
/// become variations of a test, which set the variable ``FlagDefinition/valueVariable``.
package struct ValueOutcomes: Sendable {
  /// The outcomes, in the order of the values.
  package let list: [ServiceVariation]
  /// Whether the values are exactly true and false.
  package let isBoolean: Bool
  /// Whether the values have different types, so that an app gets a type error for some of the values.
  package let isMixed: Bool

  /// Creates the outcomes of named values.
  ///
  /// All values are converted to a common type, so that an override can replace each of them.
  package init(_ values: [(name: String, value: VariableValue)]) {
    let types = values.map(\.value.type)
    let areNumbers = types.allSatisfy { $0 == .integer || $0 == .double }
    isMixed = !areNumbers && types.contains { $0 != types[0] }
    isBoolean = types == [.boolean, .boolean] && values[0].value != values[1].value
    let type = isMixed ? VariableType.json : types.contains(.double) ? .double : nil
    list = values.map { [isBoolean] name, value in
      let variation = TestVariation(name: name)
      if isBoolean { return ServiceVariation(variation, isOn: value == .boolean(true)) }
      let typed = type.flatMap { value.type == $0 ? nil : value.converted(to: $0) } ?? value
      let variable = Variable(name: FlagDefinition.valueVariable, value: typed)
      return ServiceVariation(variation, variables: [variable])
    }
  }

  /// Creates the feature for a flag with these values.
  package func feature(
    named name: Feature.Name,
    section: String?,
    isEnabled: Bool = true,
    metadata: [FlagDefinition.Metadatum]
  ) -> Feature {
    // The outcome when the flag is on comes first.
    let isOffFirst = isBoolean && !list[0].isOn
    return Feature(
      service: name,
      section: section,
      type: isBoolean ? .featureFlag : nil,
      isEnabled: isEnabled,
      variations: isOffFirst ? list.reversed() : distinct,
      result: isBoolean ? .state : .value,
      metadata: metadata
    )
  }

  /// The outcomes without those whose names differ from earlier ones only in letter case.
  private var distinct: [ServiceVariation] {
    if list.map(\.variation).isUnique { return list }
    var seen: Set<TestVariation> = []
    return list.filter { seen.insert($0.variation).inserted }
  }
}
