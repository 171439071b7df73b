import Documents
import FeatureFlags
import TestSupport
import Testing

@testable import halyard

/// Tests the command `usages`.
struct UsagesCommandTests {
  private static let code = """
    enum Names { static let cart = Feature.Name(rawValue: "New Cart") }
    if Feature.isEnabled(Names.cart) {}
    let layout = "Layout"
    """

  private static func tester(_ files: [String: String] = ["app/Shop.swift": code]) throws -> Tester
  {
    let tester = try Tester()
    for (path, text) in files { try tester.folder.write(text, to: path) }
    return tester
  }

  @Test func `usages prints the file, the line number, the column and the code of each usage`()
    throws
  {
    let run = try Self.tester().halyard("usages", "new cart", "--code", "app")
    #expect(
      run.output == """
        app/Shop.swift:1:55: enum Names { static let cart = Feature.Name(rawValue: "New Cart") }
        app/Shop.swift:2:28: if Feature.isEnabled(Names.cart) {}

        """
    )
    #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
  }

  @Test func `usages without names lists all features, and -l only the files`() throws {
    let tester = try Self.tester()
    try tester.folder.write("isOn(\"CTA colour\")", to: "app/b.kt")
    let run = try tester.halyard("usages", "--code", "app")
    #expect(run.output.split(separator: "\n").count == 4, "\(run.output)")
    #expect(
      try tester.halyard("usages", "-l", "--code", "app").output == "app/Shop.swift\napp/b.kt\n"
    )
    let json = try tester.halyard("usages", "-l", "--json", "--code", "app").output
    #expect(json == "[ \"app/Shop.swift\", \"app/b.kt\" ]\n")
  }

  @Test func `usages --json has the feature, the kind and the constant`() throws {
    let tester = try Self.tester()
    let json = try tester.halyard("usages", "New Cart", "--code", "app", "--json").output
    let list = try #require(try JSONReader.read(Array(json.utf8)).list)
    let fields = try list.map { try FieldReader($0) }
    #expect(try fields.map { try $0.text("feature") } == ["New Cart", "New Cart"])
    #expect(try fields.map { try $0.text("kind") } == ["declaration", "reference"])
    #expect(try fields.map { try $0.text("constant") } == ["Names.cart", "Names.cart"])
  }

  @Test func `usages searches the folders of the settings unless --code names other folders`()
    throws
  {
    let tester = try Self.tester()
    let without = try tester.halyard("usages")
    #expect(without.exitCode == ExitCode.usage && without.errors.contains("--code FOLDER"))
    try tester.folder.write(#"{ "code": ["app"] }"#, to: "home/config.json")
    #expect(try tester.halyard("usages", "-l").output == "app/Shop.swift\n")
    try tester.folder.write("isOn(\"New Cart\")", to: "other/a.go")
    #expect(try tester.halyard("usages", "-l", "--code", "other").output == "other/a.go\n")
  }

  @Test
  func `usages exits with 1 without a result, and names similar features and missing folders`()
    throws
  {
    let tester = try Self.tester()
    let none = try tester.halyard("usages", "Gold theme", "--code", "app")
    #expect(none.exitCode == ExitCode.failure && none.output.isEmpty)
    #expect(none.errors == "No usages in 1 file of code.\n")
    let unknown = try tester.halyard("usages", "New Cat", "--code", "app")
    #expect(unknown.exitCode == ExitCode.failure && unknown.errors.contains("New Cart"))
    let folder = try tester.halyard("usages", "--code", "nowhere")
    #expect(folder.exitCode == ExitCode.unreadableFile)
    #expect(
      folder.errors == "halyard: error: nowhere: cannot be searched: No such file or directory\n"
    )
  }

  @Test func `usages says by which alias or pattern of the settings a usage is found`() throws {
    let tester = try Self.tester([
      "app/a.vue": "<p v-if=\"flags.newCart\">{{ useFlag(layout) }}</p>\n"
    ])
    try tester.folder.write(#"{ "codePatterns": ["useFlag(FLAG)"] }"#, to: "home/config.json")
    let run = try tester.halyard("usages", "--code", "app")
    let line = "<p v-if=\"flags.newCart\">{{ useFlag(layout) }}</p>"
    #expect(
      run.output == """
        app/a.vue:1:16: \(line)  (by newCart)
        app/a.vue:1:36: \(line)  (by useFlag(FLAG))

        """
    )
    let json = try tester.halyard("usages", "--code", "app", "--json").output
    let list = try #require(try JSONReader.read(Array(json.utf8)).list)
    let fields = try list.map { try FieldReader($0) }
    #expect(try fields.map { try $0.text("by") } == ["newCart", "useFlag(FLAG)"])
    #expect(try fields.map { try $0.text("kind") } == ["alias", "pattern"])
  }

  @Test func `check --code and stale --code count usages by aliases and patterns`() throws {
    let features = #"[{ "name": "new-cart" }, { "name": "layout" }, { "name": "gone-away" }]"#
    let tester = try Tester(configuration: features)
    try tester.folder.write("if (flags.newCart && useFlag(layout)) {}", to: "app/a.ts")
    let unused = "warning: gone-away: no code uses the feature"
    func accused() throws -> (check: [Substring], stale: String) {
      let check = try tester.halyard("check", "--code", "app").output
      let stale = try tester.halyard("stale", "--code", "app", "--json").output
      return (check.split(separator: "\n"), stale)
    }
    let without = try accused()
    #expect(without.check.count == 2 && without.check.contains { $0.hasSuffix(unused) })
    #expect(!without.stale.contains("new-cart") && without.stale.contains("layout"))
    try tester.folder.write(#"{ "codePatterns": "useFlag(FLAG)" }"#, to: "home/config.json")
    let with = try accused()
    #expect(with.check.count == 1 && with.check.first?.hasSuffix(unused) == true)
    #expect(!with.stale.contains("layout") && with.stale.contains("gone-away"))
  }

  @Test
  func `usages prints names and paths without their control characters`()
    throws
  {
    let tester = try Tester(configuration: #"[{ "name": "a\u001b[2J.*" }]"#)
    try tester.folder.write(#"isOn("a\u{1B}[2J.*")"#, to: "a\u{1B}[31m/b.swift")
    let run = try tester.halyard("usages", "--code", ".")
    #expect(run.exitCode == 0 && run.output.hasSuffix(#"isOn("a\u{1B}[2J.*")"# + "\n"))
    #expect(!run.output.contains("\u{1B}"))
    let files = try tester.halyard("usages", "--code", ".", "--files-only")
    #expect(files.output == "a␛[31m/b.swift\n")
  }
}
