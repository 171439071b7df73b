import Foundation

/// Searches the source code of the program, for tests that compare tables with conforming types.
enum ProgramSource {
  /// The names of the types in the given folder that conform to the given protocol.
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
