import RemoteConfig

/// A template with a parameter of each kind, and an app that reads it.
enum TemplateSample {
  static let text = """
    {
      "conditions": [
        { "name": "iOS users", "expression": "device.os == 'ios'", "tagColor": "BLUE" },
        { "name": "A tenth", "expression": "percent <= 10" }
      ],
      "parameters": {
        "welcome": {
          "defaultValue": { "value": "hello" },
          "conditionalValues": {
            "A tenth": { "value": "hi" },
            "iOS users": { "useInAppDefault": true }
          },
          "description": "The first screen",
          "valueType": "STRING",
          "unknown": [1.5, null]
        },
        "dark_mode": {
          "defaultValue": { "value": "true" },
          "conditionalValues": { "iOS users": { "value": "true" } },
          "valueType": "BOOLEAN"
        },
        "new_cart": {
          "defaultValue": { "value": "false" },
          "conditionalValues": { "A tenth": { "value": "true" } }
        },
        "layout": { "defaultValue": { "value": "grid" } },
        "search": { "defaultValue": { "value": "false_baseline" } },
        "home": { "defaultValue": { "useInAppDefault": true } }
      },
      "parameterGroups": {
        "Checkout": {
          "description": "Payment",
          "parameters": {
            "steps": {
              "defaultValue": { "value": "3" },
              "conditionalValues": { "A tenth": { "value": "2" } },
              "valueType": "NUMBER"
            },
            "tax": { "defaultValue": { "value": "1.0" }, "valueType": "NUMBER" },
            "limits": { "defaultValue": { "value": "{\\"most\\": 5}" }, "valueType": "JSON" },
            "banner": {
              "defaultValue": { "personalizationValue": { "personalizationId": "p1" } },
              "conditionalValues": {
                "iOS users": { "rolloutValue": { "rolloutId": "r1", "value": "new" } },
                "A tenth": { "experimentValue": { "experimentId": "e1" } }
              }
            }
          }
        },
        "Empty": {}
      },
      "version": { "versionNumber": "28", "updateOrigin": "CONSOLE" },
      "etag": 12345678901234567
    }
    """

  /// The template for an app for which no condition is true.
  static let withoutConditions = text.replacing("percent <= 10", with: "false")
    .replacing("device.os == 'ios'", with: "false")

  /// A template of servers, whose conditions SDKs evaluate.
  static let ofServers = """
    {
      "conditions": [
        { "name": "gold", "condition": { "customSignal": {
          "customSignalOperator": "STRING_EXACTLY_MATCHES", "customSignalKey": "plan",
          "targetCustomSignalValues": ["gold"] } } },
        { "name": "half", "condition": { "percent": {
          "percentOperator": "LESS_OR_EQUAL", "seed": "cart", "microPercent": 50000000 } } }
      ],
      "parameters": {
        "welcome": {
          "defaultValue": { "value": "hello" },
          "conditionalValues": { "half": { "value": "hi" }, "gold": { "useInAppDefault": true } }
        },
        "dark_mode": {
          "defaultValue": { "value": "true" },
          "conditionalValues": { "half": { "value": "false" } },
          "valueType": "BOOLEAN"
        },
        "steps": {
          "defaultValue": { "value": "3" },
          "conditionalValues": { "gold": { "value": "2" }, "half": { "value": "1.5" } },
          "valueType": "NUMBER"
        },
        "tax": { "defaultValue": { "value": "0.19" }, "valueType": "NUMBER" }
      },
      "version": { "versionNumber": "5" }
    }
    """

  enum Welcome: String, CaseIterable, StringRemoteValue { case none, hello, hi, ahoy }

  enum NewCart: CaseIterable, BoolEnumRemoteValue { case enabled, disabled }

  struct Layout: CaseIterable, Equatable, BaselineVariantRemoteValue {
    enum Variant: String, CaseIterable, StringRemoteValue { case list, grid }
    let baseline: Bool
    let variant: Variant
  }

  struct Search: CaseIterable, Equatable, BaselineFlagRemoteValue {
    let baseline: Bool
    let isEnabled: Bool
  }

  /// The key of a value of the given type.
  struct Key: RemoteKey {
    let name: String
    var valueType: any RemoteValue.Type { Welcome.self }
  }
}
