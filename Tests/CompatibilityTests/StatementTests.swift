import TestSupport
import Testing

/// Tests code that was written for the original libraries, with changed imports.
@Suite(.serialized)
struct StatementTests {
  /// A file of statements, with the modules that they import.
  struct Library: Sendable, CustomStringConvertible {
    let file: String
    let imports: [String]

    var description: String { file }
  }

  static let libraries = [
    Library(file: "opt", imports: ["Optimizely"]),
    Library(file: "opt-more", imports: ["Optimizely"]),
    Library(file: "optly", imports: ["Optimizely"]),
    Library(file: "optly-more", imports: ["Optimizely"]),
    Library(file: "conn", imports: ["ConnectivityFoundation"]),
    Library(file: "conn-more", imports: ["ConnectivityFoundation"]),
    Library(file: "ff", imports: ["FeatureFlags"]),
    Library(file: "ff-more", imports: ["FeatureFlags"]),
    Library(file: "lc", imports: ["LetterCase"]),
    Library(file: "lc-more", imports: ["LetterCase"]),
    Library(file: "koma", imports: ["RemoteConfig"]),
    Library(file: "koma-more", imports: ["RemoteConfig"]),
    Library(file: "ascend", imports: ["AscendExperiments"]),
    Library(file: "ascend-more", imports: ["AscendExperiments"]),
  ]

  /// The warnings that the libraries cannot avoid, by the name of the statement.
  private static let allowed = [
    // A warning of Foundation: the statement discards the observer.
    "notifications":
      "warning: result of call to 'addObserver(forName:object:queue:using:)' is unused",
    // A compiler warning for each conformance that an app adds to a type of a library.
    "user makes Feature identifiable":
      "warning: extension declares a conformance of imported type 'Feature'",
    "CaseIterable added by the user":
      "warning: extension declares a conformance of imported type 'LetterCase'",
    // A compiler warning for each subclass of a class that is `@unchecked Sendable`.
    "subclass client":
      "warning: class 'C' must restate inherited '@unchecked Sendable' conformance",
  ]

  @Test(arguments: libraries)
  func `each statement written for an original library compiles in Swift 5 mode without a warning`(
    library: Library
  ) async throws {
    let statements = try Statement.all(in: library.file)
    #expect(!statements.isEmpty)
    let check = TypeCheck(imports: library.imports, mode: 5, folder: try TemporaryFolder())
    let found = try await check.diagnostics(of: statements).filter {
      Self.allowed[$0.statement].map($0.text.hasPrefix) != true
    }
    #expect(found == [])
  }

  @Test(arguments: libraries)
  func `each statement written for an original library compiles in Swift 6 mode`(library: Library)
    async throws
  {
    // Each compilation takes a while, and nearly all statements behave as in Swift 5 mode.
    let statements = try Statement.all(in: library.file).enumerated()
      .filter { Effort.isFull || $0.offset.isMultiple(of: 4) }.map(\.element)
    let check = TypeCheck(imports: library.imports, mode: 6, folder: try TemporaryFolder())
    let errors = try await check.diagnostics(of: statements).filter(\.isError)
    #expect(errors == [])
  }
}
