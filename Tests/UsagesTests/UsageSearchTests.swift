import Files
import Foundation
import TestSupport
import Testing

@testable import Usages

/// Tests the search for usages with files of nine languages, whose usages are known, and with unusual
/// names and files.
struct UsageSearchTests {
  @Test(arguments: Corpus.files.keys.sorted())
  func `a search without aliases finds all usages in the files of each language, and no other text`(
    _ language: String
  ) throws {
    let files = try #require(Corpus.files[language])
    let folder = try Self.folder(files)
    let search = UsageSearch(names: Corpus.names, folders: [folder.path], hasAliases: false)
    let report = try search.run()
    for (path, text) in files {
      let found = report.usages.map(\.location).filter { $0.path.hasSuffix("/" + path) }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() {
        let mark = line.split(separator: "#= ")
        let expected = mark.count == 2 ? Int(mark[1]) ?? -1 : 0
        let columns = found.filter { $0.line == index + 1 }.map(\.column)
        #expect(columns.count == expected, "\(path):\(index + 1): \(line) \(columns)")
      }
    }
  }

  @Test func `a usage has its line, its column in characters, its kind and its constant`() throws {
    let text = "enum Names {\n  static let größe = \"New Cart\"\n}\nif ü, isOn(Names.größe) {\r\n"
    let folder = try Self.folder(["a.swift": text])
    let usages = try UsageSearch(names: ["New Cart"], folders: [folder.path]).run().usages
    #expect(usages.map(\.location.line) == [2, 4])
    #expect(usages.map(\.location.column) == [22, 18])
    #expect(usages.map(\.kind) == [.declaration("Names.größe"), .reference("Names.größe")])
    #expect(usages.map(\.isCondition) == [false, true])
    #expect(usages.last?.location.text == "if ü, isOn(Names.größe) {")
  }

  @Test func `each of 1,000 hostile names is matched literally, and finds only its own usages`()
    throws
  {
    let parts = [
      ".*", "[a-z]+", "(", "\\", "\"", "'", "\n", "\t", "$x", "${y}", "#{z}", "\\(w)", "\u{0}",
      "%s",
      "*/", "//", "é", "\u{1F600}", "\u{202E}", " ",
    ]
    var names = (0..<999).map { number in
      parts[number % parts.count] + "\(number)" + parts[number / parts.count % parts.count]
    }
    names.append(String(repeating: "long name ", count: 1000))
    let lines = names.map { name in
      let escaped = name.unicodeScalars.map { scalar in
        switch scalar {
        case "\"", "\\": "\\\(scalar)"
        case "\n": "\\n"
        case "\u{0}": "\\0"
        default: String(scalar)
        }
      }
      return "isOn(\"\(escaped.joined())\")"
    }
    let folder = try Self.folder(["a.swift": lines.joined(separator: "\n")])
    let report = try UsageSearch(names: names + [""], folders: [folder.path]).run()
    #expect(report.usages.map(\.feature) == names)
    #expect(report.usages.map(\.location.line) == Array(1...1000))
  }

  @Test func `random bytes and unclosed strings end the search without a crash`() throws {
    var random = SeededGenerator(seed: 7)
    let pieces = [
      "\"", "'", "`", "\"\"\"", "\\(", "${", "#{", "{", "}", "(", ")", "\n", "/*", "*/", "//",
      "<<~A", "#",
      "x", "=", "let ", "class ", "\\u{", "\\", "@", "$", ":", "=begin", "import ", "enum ",
      "case ", "/", "<script>", "</script>", "<!--", "-->", "<", ">",
    ]
    let folder = try TemporaryFolder()
    for language in CodeLanguage.allCases {
      for number in 0..<20 {
        var text = "let a = \"x\"\n"
        for _ in 0..<400 { text += pieces.randomElement(using: &random) ?? "" }
        try folder.write(text, to: "\(number).\(language.extensions[0])")
      }
    }
    let search = UsageSearch(names: ["x", "\n"], folders: [folder.path], calls: Self.calls)
    #expect(try search.run().fileCount == 20 * CodeLanguage.allCases.count)
  }

  private static let calls = FlagCalls(of: [
    "isOn", "isEnabled", "boolVariation", "getBooleanValue", "getBooleanDetails", "booleanValue",
    "Feature.named", "Feature.Name", "Flipper.enabled",
  ])

  // MARK: Files

  private static let use = "isOn(\"New Cart\")\n"

  private static func folder(_ files: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (path, text) in files { try folder.write(text, to: path) }
    return folder
  }

  private static func files(_ folder: TemporaryFolder) throws -> [String] {
    let report = try UsageSearch(names: ["New Cart"], folders: [folder.path]).run()
    return report.usages.map { String($0.location.path.dropFirst(folder.path.count + 1)) }
  }

  @Test(arguments: [false, true])
  func `ignored and binary files and links are not searched, with and without git`(
    hasGit: Bool
  ) throws {
    let use = Self.use
    let folder = try Self.folder([
      "a.swift": use, "b/c.swift": use, "build/d.swift": use, "b/e.gen.swift": use, "f.txt": use,
      "b/keep.gen.swift": use, "g.swift": "\u{0}" + use, "deep/x/y/h.swift": use,
      "top.swift": use, "b/top.swift": use,
      ".gitignore":
        "# comment\nbuild/\n*.gen.swift\n!keep.gen.swift\ndeep/**/h.swift\n/top.swift\n",
    ])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: "link.swift"),
      withDestinationPath: folder.path(of: "a.swift")
    )
    if hasGit {
      let git = try Process.run(
        URL(filePath: "/usr/bin/env"),
        arguments: ["git", "init", "-q", folder.path]
      )
      git.waitUntilExit()
    }
    #expect(
      try Self.files(folder) == ["a.swift", "b/c.swift", "b/keep.gen.swift", "b/top.swift"]
    )
  }

  @Test
  func `a file over the size limit is reported, and a folder that does not exist is an error`()
    throws
  {
    let folder = try Self.folder(["a.swift": Self.use])
    let large = String(repeating: " ", count: UsageSearch.sizeLimit) + Self.use
    let path = try folder.write(large, to: "b.swift")
    let report = try UsageSearch(names: ["New Cart"], folders: [folder.path]).run()
    #expect(report.fileCount == 1 && report.skippedFiles == [path])
    #expect(throws: UsageSearch.Failure(folder: "/nowhere", error: .number(ENOENT))) {
      try UsageSearch(names: ["New Cart"], folders: ["/nowhere"]).run()
    }
  }

  @Test func `a usage in a long line is reported with an excerpt around the usage`() throws {
    let text = String(repeating: "é ", count: 5000) + Self.use
    let folder = try Self.folder(["a.swift": text])
    let usage = try UsageSearch(names: ["New Cart"], folders: [folder.path]).run().usages.first
    #expect(usage?.location.column == 10_006)
    #expect(usage?.location.text.utf8.count ?? 0 <= LineFinder.lineLimit)
    #expect(usage?.location.text.contains("isOn(\"New Cart\")") == true)
  }

  @Test func `a cancelled search ends early`() throws {
    let files = Dictionary(uniqueKeysWithValues: (0..<400).map { ("\($0).swift", Self.use) })
    let folder = try Self.folder(files)
    let search = UsageSearch(names: ["New Cart"], folders: [folder.path])
    #expect(try search.run { _ in false }.fileCount < 400)
  }

  // MARK: Unknown names

  @Test(arguments: [
    ("a.swift", "Feature.isEnabled(\"Nwe\")"), ("a.swift", "Feature.Name(rawValue: \"Nwe\")"),
    ("a.swift", "Feature.named(\"Nwe\")"), ("a.ts", "client.getBooleanValue<boolean>(\"Nwe\", x)"),
    ("a.py", "client.get_boolean_details('Nwe', False)"), ("a.go", "c.BooleanValue(\"Nwe\", x)"),
    ("a.cs", "await c.GetBooleanDetailsAsync(\"Nwe\")"), ("a.rb", "client.is_enabled? \"Nwe\""),
    ("a.kt", "client.boolVariation(\"Nwe\", user)"), ("a.dart", "gb.isOn('Nwe')"),
    ("a.rb", "Flipper.enabled?(:Nwe)"), ("a.java", "client.isEnabled(\"Nwe\")"),
  ])
  func `an unknown feature name in a call of a flag system is reported with its line`(
    path: String,
    call: String
  ) throws {
    let folder = try Self.folder([path: "x = 1\n" + call + "\n"])
    let search = UsageSearch(names: ["New"], folders: [folder.path], calls: Self.calls)
    #expect(try search.run().unknownNames.map(\.name) == ["Nwe"])
    #expect(try search.run().unknownNames.map(\.location.line) == [2])
  }

  @Test(arguments: [
    "UIImage(named: \"Nwe\")", "print(\"Nwe\")", "// isOn(\"Nwe\")", "func isOn(\"Nwe\")",
    "isOn(user, \"Nwe\")", "Other.Name(\"Nwe\")", "isOn(\"\\(x) Nwe\")",
  ])
  func `an unknown name outside of a call of a flag system is not reported`(code: String) throws {
    let folder = try Self.folder(["a.swift": code + "\n"])
    let search = UsageSearch(names: ["New"], folders: [folder.path], calls: Self.calls)
    #expect(try search.run().unknownNames.isEmpty)
  }
}
