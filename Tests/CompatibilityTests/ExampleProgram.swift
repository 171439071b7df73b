/// A Swift file that contains the code of an example.
struct ExampleProgram {
  let text: String
  /// The line of the file where the code of the example begins, counted from 1.
  let firstLine: Int

  /// Creates the file.
  ///
  /// Imports of the example move to the top. The rest is the body of an asynchronous function that
  /// can throw, unless it has declarations that Swift allows at file scope only.
  ///
  /// - Parameters:
  ///   - code: The code of the example.
  ///   - library: The library that the file imports.
  ///   - parameters: The parameters of the function, for names that the example does not declare.
  init(_ code: String, importing library: String, parameters: String = "") {
    let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
    let imports = lines.filter { $0.hasPrefix("import ") } + ["import \(library)"]
    let body = lines.map { $0.hasPrefix("import ") ? "" : $0 }.joined(separator: "\n")
    let needsFileScope = lines.contains { line in
      ["extension ", "@main", "protocol "].contains { line.hasPrefix($0) }
    }
    let head = imports.joined(separator: "\n") + "\n"
    firstLine = imports.count + (needsFileScope ? 1 : 2)
    text =
      needsFileScope
      ? head + body + "\n"
      : head + "private func example(\(parameters)) async throws {\n" + body + "\n}\n"
  }
}
