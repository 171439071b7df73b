import Documents
import FeatureFlags
import Testing

@testable import Unleash

struct ExportTests {
  /// An export of the admin API for one environment.
  private static let export = #"""
    {"features": [
      {"name": "checkout", "type": "release", "project": "shop", "stale": false, "archived": false},
      {"name": "badge", "type": "release", "project": "shop"},
      {"name": "banner", "type": "release", "project": "shop"}],
     "featureStrategies": [
      {"name": "default", "id": "3", "featureName": "checkout", "sortOrder": 2, "constraints": [
        {"contextName": "plan", "operator": "IN", "values": ["gold"]}]},
      {"name": "userWithId", "id": "1", "featureName": "checkout", "sortOrder": 1, "title": "Team",
       "parameters": {"userIds": "ana"}},
      {"name": "default", "id": "2", "featureName": "checkout", "disabled": true},
      {"name": "default", "id": "4", "featureName": "banner", "segments": [7]}],
     "featureEnvironments": [
      {"name": "checkout", "featureName": "checkout", "environment": "production", "enabled": true,
       "variants": [{"name": "a", "weight": 1000}]},
      {"name": "banner", "featureName": "banner", "environment": "production", "enabled": true}],
     "dependencies": [{"feature": "checkout", "dependencies": [{"feature": "badge", "enabled": false}]}],
     "segments": [{"id": 7, "name": "Staff"}], "contextFields": [], "featureTags": [], "tagTypes": []}
    """#

  @Test(
    arguments: [
      (#"{"userId": "ana"}"#, "checkout", true), (#"{"userId": "ben"}"#, "checkout", false),
      (#"{"userId": "ben", "properties": {"plan": "gold"}}"#, "checkout", true),
      ("{}", "badge", false), ("{}", "banner", false),
    ]
  )
  func `the flags of an export are evaluated with their strategies, environments and dependencies`(
    context: String,
    flag: String,
    isOn: Bool
  ) throws {
    #expect(try UnleashSample(Self.export).isOn(context, flag: flag) == isOn)
  }

  @Test func `the strategies of an export are in their order, without the disabled ones`() throws {
    let flags = try UnleashDocument(bytes: Array(Self.export.utf8)).flags
    #expect(flags.map { $0.strategies.map(\.key) } == [["Team", "default"], [], ["default"]])
    #expect(flags.map(\.variantNames) == [["a"], [], []])
  }

  @Test func `a segment that an export only names turns its flags off, with the line of the flag`()
    throws
  {
    let problems = try UnleashDocument(bytes: Array(Self.export.utf8)).problems
    let problem = try #require(problems.first)
    #expect(problems.count == 1)
    #expect("\(problem)".contains("the export has only the name of the segment \"Staff\""))
    #expect(problem.line == 4)
  }

  @Test
  func `of several environments production is used, and archived flags are left out and named`()
    throws
  {
    let document = try UnleashDocument(
      bytes: Array(
        #"""
        {"features": [{"name": "a"}, {"name": "old", "archived": true},
                      {"name": "older", "archivedAt": "2025-01-01T00:00:00Z"}],
         "featureStrategies": [
          {"name": "userWithId", "id": "1", "featureName": "a", "environment": "development"},
          {"name": "default", "id": "2", "featureName": "a", "environment": "production"}],
         "featureEnvironments": [
          {"featureName": "a", "environment": "production", "enabled": true},
          {"featureName": "a", "environment": "development", "enabled": false}]}
        """#.utf8
      )
    )
    #expect(document.flags.map(\.name) == ["a"])
    #expect(document.flags.map { $0.strategies.map(\.key) } == [["default"]])
    #expect(document.flags.first?.isEnabled == true)
    #expect(
      document.problems.map { "\($0.fact)" } == [
        "has the environments production, development; \"production\" is used",
        "2 archived flags are left out, as for SDKs: old, older",
      ]
    )
  }

  @Test func `a backup of Edge with one environment is read as its client features`() throws {
    let sample = try UnleashSample(
      #"""
      [["development", {"version": 2, "features": [
        {"name": "f", "enabled": true, "strategies": [{"name": "default"}]}]}]]
      """#
    )
    #expect(try sample.isOn())
  }

  @Test func `a backup of Edge with several environments is refused with their names`() throws {
    let features = #"{"features": [{"name": "f", "enabled": true, "strategies": []}]}"#
    let backup = #"[["development", \#(features)], ["production", \#(features)]]"#
    do throws(DocumentError) { _ = try UnleashDocument(bytes: Array(backup.utf8)) } catch {
      #expect("\(error)".contains("the environments development, production"))
      return
    }
    Issue.record("the backup was read")
  }
}
