/// Recognizes calls of flag systems by the names of their functions.
enum FlagCall {
  /// The functions with the name of a feature as first argument, in the spelling of Swift and JavaScript.
  private static let functions = [
    // SDKs of flag systems
    "isEnabled", "isFeatureEnabled", "isFlagEnabled", "isOn", "isOff", "isFeatureOn", "variation",
    "boolVariation", "boolVariationDetail", "stringVariation", "stringVariationDetail",
    "intVariation", "intVariationDetail", "doubleVariation", "doubleVariationDetail",
    "float64Variation", "jsonVariation", "jsonVariationDetail", "jsonValueVariation",
    "variationDetail", "getVariant", "decide", "getFeatureValue", "evalFeature",
    "useFeatureIsOn", "useFeatureValue", "useFlag", "useBooleanFlagValue", "useStringFlagValue",
    "useNumberFlagValue", "useObjectFlagValue", "useBooleanFlagDetails",
    // OpenFeature
    "getBooleanValue", "getBooleanDetails", "getStringValue", "getStringDetails", "getNumberValue",
    "getNumberDetails", "getIntegerValue", "getIntegerDetails", "getIntValue", "getIntDetails",
    "getFloatValue", "getFloatDetails", "getDoubleValue", "getDoubleDetails", "getObjectValue",
    "getObjectDetails", "booleanValue", "booleanValueDetails", "stringValue", "stringValueDetails",
    "intValueDetails", "floatValueDetails", "objectValueDetails", "fetchBooleanValue",
    "fetchBooleanDetails", "fetchStringValue", "fetchNumberValue", "fetchIntegerValue",
    "fetchFloatValue", "fetchObjectValue",
  ]

  /// The functions with a usual name, which count only after the name of their type.
  private static let qualified = ["named": "Feature", "Name": "Feature", "enabled": "Flipper"]

  /// The names of all functions in the spellings of all languages.
  static let names: Set<String> = Set(
    functions.flatMap { function in
      let upper = function.prefix(1).uppercased() + function.dropFirst()
      return [function, upper, upper + "Async", snake(function)]
    } + qualified.keys
  )

  private static func snake(_ name: String) -> String {
    name.reduce(into: "") { text, letter in
      text += letter.isUppercase ? "_" + letter.lowercased() : String(letter)
    }
  }

  /// Whether a literal is the first argument of one of the functions.
  static func has(_ literal: Int, in file: CodeFile) -> Bool {
    var at = literal - 1
    if file.has(":", at: at), file.word(at - 1) != nil { at -= 2 }
    if file.has("(", at: at) {
      at -= 1
    } else if file.language != .ruby {
      return false
    }
    // Ruby: `enabled? :name`, JavaScript: `getValue<boolean>("name")`
    if file.has("?", at: at) { at -= 1 }
    if file.has(">", at: at) {
      let end = at
      while at > 0, end - at < 50, !file.has("<", at: at) { at -= 1 }
      at -= 1
    }
    guard let word = file.word(at) else { return false }
    if let owner = qualified[word] {
      return file.has(".", at: at - 1) && file.word(at - 2) == owner
    }
    return names.contains(word) && !["func", "fun", "def", "function"].contains(file.word(at - 1))
  }
}
