import TestSupport

/// Runs the program in a temporary folder that contains a home folder and a configuration file.
struct Tester {
  let folder: TemporaryFolder

  /// The configuration of most tests: one feature of each common type.
  static let configuration = """
    {
      "features": [
        { "name": "New Cart", "section": "Checkout", "enabled": false },
        {
          "name": "CTA colour", "section": "Checkout", "description": "The button",
          "test-variations": ["Group A", "Group B"], "labels": ["label1", "label2"],
          "test-variation-assignment": 62.5
        },
        {
          "name": "Layout", "section": "Browse", "test-variations": ["Red", "Green", "Blue"],
          "test-variation-assignment": 0
        },
        { "name": "Gold theme", "enabled": true, "unlocked": false }
      ]
    }
    """

  init(configuration: String = Tester.configuration) throws {
    folder = try TemporaryFolder()
    try folder.write(configuration, to: "Features.json")
  }

  var environment: [String: String] {
    ["HALYARD_HOME": folder.path(of: "home"), "USER": "ana", "LC_ALL": "C.UTF-8"]
  }

  /// The path of the configuration file.
  var file: String { folder.path(of: "Features.json") }

  /// Runs the program with the folder as working directory, and waits for its exit.
  func halyard(_ arguments: String..., input: String = "") throws -> ProgramRun {
    try halyard(arguments, input: input)
  }

  /// Runs the program with the folder as working directory, in the given environment variables besides those
  /// of the tester, and waits for its exit.
  func halyard(
    _ arguments: [String],
    input: String = "",
    environment variables: [String: String] = [:]
  ) throws -> ProgramRun {
    try ProgramRun(
      arguments,
      environment: environment.merging(variables) { $1 },
      folder: folder.path,
      input: input
    )
  }
}
