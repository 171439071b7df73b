extension Feature {
  /// The variables of the feature and its variations, each name once.
  ///
  /// The value and its type are those of the feature, or else of the first variation that sets the
  /// variable.
  public var declaredVariables: [Variable] {
    var names: Set<String> = []
    return ([variables] + variationVariables).joined().filter { names.insert($0.name).inserted }
  }

  /// Declares variables without a configured value, so that an override can set them.
  ///
  /// Only the types of the values in `unset` matter.
  package mutating func declare(_ unset: [Variable]) {
    // Element i of `variationVariables` belongs to variation i. The appended element has no
    // variation, so that its values never apply.
    if !unset.isEmpty { definition.variationVariables.append(unset) }
  }

  /// Returns the variables of a state, with JSON null for each variable whose value in the document is
  /// malformed.
  package func variablesWithNull(in state: FeatureState) -> [Variable] {
    guard type.isTest, !definition.declaresResult else { return state.variables }
    let unset = variationVariables.dropFirst(testVariations.count).joined()
    let expected = Set(variables.map(\.name) + unset.map(\.name))
    guard !expected.isSubset(of: state.variables.lazy.map(\.name)) else { return state.variables }
    return declaredVariables.compactMap { declared in
      let value = state.value(of: declared.name)
      guard value != nil || expected.contains(declared.name) else { return nil }
      return Variable(name: declared.name, value: value ?? .json("null"))
    }
  }

  /// A copy of the feature without overrides of variables; other parts of the override remain.
  package var withoutOverriddenVariables: Feature {
    var feature = self
    feature.override?.variables = [:]
    return feature
  }

  /// An error for each part of the override that has no effect.
  ///
  /// A part has no effect if the feature has no such variation or variable, or if the value cannot
  /// be converted to the type of the variable.
  public var passedOver: [OverrideError] {
    [passedOverVariation].compactMap(\.self) + passedOverVariables
  }

  private var passedOverVariation: OverrideError? {
    guard let forced = override?.variation, declared(forced) == nil else { return nil }
    let expected = testVariations.map(\.rawValue)
    return expected.isEmpty
      ? .noVariations : .unknownVariation(found: forced.rawValue, expected: expected)
  }

  private var passedOverVariables: [OverrideError] {
    guard let forced = override?.variables, !forced.isEmpty else { return [] }
    let declared = declaredVariables
    return forced.sorted { $0.key < $1.key }.compactMap { name, value in
      Result { () throws(OverrideError) in
        try Self.converted(value, for: name, among: declared)
      }.failure
    }
  }

  /// Parses the value of a variable from user input.
  ///
  /// - Parameters:
  ///   - text: The text of the value.
  ///   - name: The name of the variable.
  /// - Returns: The value, which has the type of the variable.
  /// - Throws: `unknownVariable`, or `wrongValue` if the text is not a value of the type.
  public func value(_ text: String, for name: String) throws(OverrideError) -> VariableValue {
    let type = try type(of: name)
    if let value = VariableValue(text, as: type) { return value }
    throw .wrongValue(variable: name, found: text, expected: type)
  }

  /// Converts a value to the type of the variable with the given name.
  ///
  /// - Throws: `unknownVariable`, or `wrongValue` if the conversion would lose information.
  func converted(_ value: VariableValue, for name: String) throws(OverrideError) -> VariableValue {
    try Self.converted(value, for: name, among: declaredVariables)
  }

  private static func converted(
    _ value: VariableValue,
    for name: String,
    among declared: [Variable]
  ) throws(OverrideError) -> VariableValue {
    let type = try type(of: name, among: declared)
    if let value = value.converted(to: type) { return value }
    throw .wrongValue(variable: name, found: value.description, expected: type)
  }

  /// Returns the type of the feature's variable with the given name.
  ///
  /// - Throws: `unknownVariable` if the feature has no such variable.
  func type(of name: String) throws(OverrideError) -> VariableType {
    try Self.type(of: name, among: declaredVariables)
  }

  private static func type(
    of name: String,
    among declared: [Variable]
  ) throws(OverrideError) -> VariableType {
    if let variable = declared.first(where: { $0.name == name }) { return variable.value.type }
    throw .unknownVariable(found: name, expected: declared.map(\.name))
  }

  /// Converts the values of an override to the types of the feature's variables; a value that
  /// cannot be converted is unchanged.
  ///
  /// JSON does not distinguish `2` from `2.0`: without the conversion, an override that is read
  /// from a file would differ from the override that was written.
  package func adapted(_ override: Override) -> Override {
    guard !override.variables.isEmpty else { return override }
    var override = override
    for variable in declaredVariables {
      guard let value = override.variables[variable.name] else { continue }
      override.variables[variable.name] = value.converted(to: variable.value.type) ?? value
    }
    return override
  }

  /// Returns the active values of the variables: the override has precedence over the variation,
  /// and the variation over the feature.
  func variables(in variation: TestVariation?) -> [Variable] {
    let index = variation.flatMap { testVariations.firstIndex(of: $0) }
    let changes = index.flatMap { $0 < variationVariables.count ? variationVariables[$0] : nil }
    return variables(with: changes ?? [])
  }

  /// Returns the active values of the variables: the override has precedence over the outcome of
  /// the flag service, and the outcome over the feature.
  func variables(of outcome: ServiceVariation?) -> [Variable] {
    variables(with: outcome?.variables ?? [], without: outcome?.unset ?? [])
  }

  private func variables(with changes: [Variable], without unset: [String] = []) -> [Variable] {
    guard !variables.isEmpty || !variationVariables.isEmpty else { return [] }
    var values = Self.values(of: variables)
    values.merge(Self.values(of: changes)) { _, change in change }
    for name in unset { values[name] = nil }
    let forced = override?.variables ?? [:]
    return declaredVariables.compactMap { declared in
      let (name, type) = (declared.name, declared.value.type)
      if let value = forced[name]?.converted(to: type) { return Variable(name: name, value: value) }
      guard let value = values[name] else { return nil }
      // Skips the conversion of a value that already has the type: the conversion would parse JSON on
      // each read.
      guard value.type != type else { return Variable(name: name, value: value) }
      // Keeps a fraction although the declared type is integer: a whole number that a double would round
      // is an integer, even for a variable with fractions.
      let isFraction = value.type == .double && type == .integer
      let typed = value.converted(to: type) ?? (isFraction ? value : declared.value)
      return Variable(name: name, value: typed)
    }
  }

  /// Returns the values by variable name; the first of duplicate names wins.
  private static func values(of variables: [Variable]) -> [String: VariableValue] {
    Dictionary(variables.lazy.map { ($0.name, $0.value) }) { first, _ in first }
  }
}
