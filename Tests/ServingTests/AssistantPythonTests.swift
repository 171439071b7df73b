import TestSupport
import Testing

/// Tests `halyard mcp` with the client of the Model Context Protocol for Python, which is downloaded.
@Suite(.onlyInFullRun, .timeLimit(.minutes(30)))
struct AssistantPythonTests {
  private static let document = """
    {
      "features": [
        { "name": "New Cart", "section": "Checkout", "enabled": false },
        { "name": "CTA colour", "section": "Checkout", "test-variations": ["Group A", "Group B"] },
        { "name": "Layout", "test-variations": ["Red", "Green", "Blue"] },
        { "name": "Gold theme", "enabled": true, "unlocked": false }
      ]
    }
    """

  @Test
  func `the client calls every tool, gets what the schemas promise, and holds the conversations`()
    throws
  {
    let folder = try TemporaryFolder()
    try folder.write(Self.document, to: "Features.json")
    try folder.write("let cart = \"New Cart\"\n", to: "code/Cart.swift")
    let python = try PythonEnvironment.shared(["mcp>=2.3,<3"])
    let script = PythonEnvironment.script("assist.py")
    let arguments = [script, ProgramRun.path(of: "halyard"), folder.path]
    let output = try PythonEnvironment.run(python, arguments, in: folder)
    #expect(output.contains("done"), "\(output)")
  }
}
