/// A template with a parameter of each kind that Firebase writes.
enum SampleTemplate {
  static let text = """
    {
      "conditions": [
        { "name": "iOS users", "expression": "device.os == 'ios'", "tagColor": "BLUE" },
        { "name": "A tenth", "expression": "percent <= 10" }
      ],
      "parameters": {
        "welcome": {
          "defaultValue": { "value": "Hello" },
          "conditionalValues": {
            "A tenth": { "value": "Hi" },
            "iOS users": { "value": "Hello, Mac" }
          },
          "description": "What the first screen says",
          "valueType": "STRING"
        },
        "dark_mode": { "defaultValue": { "value": "true" }, "valueType": "BOOLEAN" },
        "home": { "defaultValue": { "useInAppDefault": true } }
      },
      "parameterGroups": {
        "Checkout": {
          "description": "All about paying",
          "parameters": {
            "steps": {
              "defaultValue": { "value": "3" },
              "conditionalValues": { "A tenth": { "value": "2" } },
              "valueType": "NUMBER"
            },
            "tax": { "defaultValue": { "value": "0.19" }, "valueType": "NUMBER" },
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
      "version": { "versionNumber": "28", "updateOrigin": "CONSOLE" }
    }
    """
}
