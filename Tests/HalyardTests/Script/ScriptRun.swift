import FeatureFlags
import Foundation
import Locking
import TestSupport
import Testing

@testable import halyard

/// A run of a script in the whole program without a terminal: event loop, effects and workspace.
struct ScriptRun {
  /// The state after each task.
  let moments: [ScriptMoment]
  /// The files of the workspace by path, without times.
  let files: [String: String]
  /// The number of reports in the working folder.
  let reportCount: Int

  /// Performs the tasks of a script with a device.
  init(_ tasks: [ScriptTask], _ device: ScriptDevice) async throws {
    let folder = try TemporaryFolder()
    let source = try folder.write(Self.template, to: "template.json")
    try folder.write(Self.settings, to: "home/config.json")
    let (moments, failure) = try await Task(executorPreference: ThreadExecutor(label: "script")) {
      let clock = Locked(Duration.zero)
      let display = try ScriptedDisplay(tasks, device, clock: clock)
      try await ScriptedProgram.run(["--workspace", "w", source], in: folder, clock: clock) { _ in
        display
      }
      return (display.moments, display.failure)
    }.value
    if let failure { Issue.record("\(device): \(failure)") }
    self.moments = moments
    files = try Self.files(in: folder)
    reportCount = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .count { $0.hasPrefix("halyard-report-") }
  }

  /// Reads the overrides, presets and favourites, and replaces all times.
  private static func files(in folder: TemporaryFolder) throws -> [String: String] {
    let root = folder.path(of: "home/w")
    let names = try FileManager.default.subpathsOfDirectory(atPath: root)
      .filter { $0.hasSuffix(".json") && $0 != "assignments.json" }
    let pairs = try names.map { name in
      let text = try folder.read("home/w/" + name)
      return (
        name,
        text.replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d)?Z/, with: "TIME")
          .replacing(/"forSeconds": \d+/, with: "SECONDS")
          .replacing(folder.path, with: "FOLDER")
      )
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  private static let settings = """
    { "personas": [{ "name": "Guest", "key": "u-7", "attributes": { "plan": "gold" } }] }
    """

  /// A configuration with flags, tests with two and three variations, and values.
  private static let template = """
    {
      "conditions": [
        { "name": "Spain", "expression": "false" },
        { "name": "Sale", "expression": "false" }
      ],
      "parameterGroups": {
        "Browse": { "parameters": {
          "banner": { "defaultValue": { "value": "Hello" }, "valueType": "STRING",
            "conditionalValues": { "Spain": { "value": "Hola" }, "Sale": { "value": "Now" } } },
          "layout": { "defaultValue": { "value": "{}" }, "valueType": "JSON" },
          "limit": { "defaultValue": { "value": "20" }, "valueType": "NUMBER" }
        } },
        "Checkout": { "parameters": {
          "cta": { "defaultValue": { "value": "Buy" }, "valueType": "STRING",
            "conditionalValues": { "Spain": { "value": "Comprar" } } },
          "fast_pay": { "defaultValue": { "value": "true" }, "valueType": "BOOLEAN" },
          "new_cart": { "defaultValue": { "value": "false" }, "valueType": "BOOLEAN" }
        } }
      },
      "parameters": {
        "debug": { "defaultValue": { "value": "false" }, "valueType": "BOOLEAN" }
      }
    }
    """
}
