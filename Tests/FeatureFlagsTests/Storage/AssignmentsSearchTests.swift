import CoreTestSupport
import TestSupport
import Testing

@testable import FeatureFlags

/// Tests the binary search in `assignments.json`.
struct AssignmentsSearchTests {
  private let workspace: Workspace
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    workspace = folder.workspace()
  }

  private static func name(_ number: Int) -> Feature.Name {
    let tail =
      number.isMultiple(of: 7) ? " – café \(number)" : String(repeating: "x", count: number % 50)
    return Feature.Name(rawValue: "feature \(number) \(tail)")
  }

  /// Stores many assignments, and returns them.
  private func store(_ count: Int) throws -> [Feature.Name: Double] {
    let numbers = (0..<count).map { (Self.name($0), Double($0 % 1_000) / 10) }
    let assignments = Dictionary(uniqueKeysWithValues: numbers)
    try workspace.updateAssignments { $0 = assignments }
    return assignments
  }

  @Test func `the search in a large file finds each stored assignment, and no unknown name`() throws
  {
    let assignments = try store(30_000)
    let others = ["", "feature", "feature 30000 ", "version", "zebra", "Feature 1 x"]
    let sorted = assignments.keys.map(\.rawValue).sorted()
    let names = (sorted.prefix(500) + sorted.suffix(500) + others).map(Feature.Name.init(rawValue:))
    let found = AssignmentsSearch.assignments(of: names, inFile: workspace.assignmentsPath)
    #expect(found == assignments.filter { names.contains($0.key) })
  }

  @Test func `looking up a few names returns the same assignments as reading the whole file`()
    throws
  {
    let assignments = try store(30_000)
    let names = stride(from: 0, to: 30_000, by: 101).map(Self.name)
    let found = try workspace.assignments(of: names + ["unknown"])
    #expect(found == assignments.filter { names.contains($0.key) })
  }

  @Test func `the binary search ignores a file that is small, missing or in a different form`()
    throws
  {
    #expect(AssignmentsSearch.assignments(of: ["A"], inFile: workspace.assignmentsPath) == nil)
    _ = try store(10)
    #expect(AssignmentsSearch.assignments(of: ["A"], inFile: workspace.assignmentsPath) == nil)
    #expect(try workspace.assignments(of: [Self.name(3)]).count == 10)
    let other =
      "{\"assignments\":{" + String(repeating: " ", count: 2_000_000) + "\"A\":5},\"version\":1}"
    let path = try folder.write(other, to: "other.json")
    #expect(AssignmentsSearch.assignments(of: ["A"], inFile: path) == nil)
  }
}
