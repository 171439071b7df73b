import Foundation

/// The source code of the program, for tests that every conforming type is in its table.
enum ProgramSource {
  /// The names of the types in a folder that conform to a protocol.
  static func types(conformingTo name: String, in folder: String) throws -> Set<String> {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let folder = tests.appendingPathComponent("../../Sources/halyard/\(folder)")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let declaration = try Regex<(Substring, Substring)>("(?:struct|enum) (\\w+): \(name)\\b")
    var types: Set<String> = []
    for file in files where file.hasSuffix(".swift") {
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      types.formUnion(text.matches(of: declaration).map { String($0.output.1) })
    }
    return types
  }
}
