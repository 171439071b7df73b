import FeatureFlags
import Files
import Foundation
import TestSupport
import Testing

/// Starts a small program that uses one library many times, because a deadlock of an optimised program
/// may occur only in a few of many launches.
@Suite(.tags(.timed, .optimised))
struct LaunchTests {
  /// A folder with the documents that the programs read.
  struct Documents {
    let folder = Result { try TemporaryFolder() }

    static let features = (0..<100).map { #"{ "name": "F\#($0)", "enabled": true }"# }
    static let datafile = """
      { "version": "4", "projectId": "1", "accountId": "2", "revision": "3",
        "anonymizeIP": true, "attributes": [], "events": [], "audiences": [], "experiments": [], "groups": [], "featureFlags": [],
        "rollouts": [] }
      """

    /// Writes the documents to a new folder, which has no state of earlier launches.
    func write() throws -> String {
      let folder = try folder.get()
      let name = UUID().uuidString
      let features = "[\(Self.features.joined(separator: ","))]"
      try folder.write(features, to: name + "/features.json")
      try folder.write("[{", to: name + "/broken.json")
      try folder.write(Self.datafile, to: name + "/datafile.json")
      try folder.write(#"{ "paywall": "long" }"#, to: name + "/values.json")
      return folder.path(of: name)
    }
  }

  /// The number of launches for each library, with and without stored state.
  ///
  /// A debug build needs few launches: past deadlocks occurred in optimised code only.
  static let count: Int = {
    #if DEBUG
    2
    #else
    Effort.isFull ? 500 : 100
    #endif
  }()

  static let libraries = [
    "FeatureFlags", "Optimizely", "AscendExperiments", "Connectivity", "RemoteConfig", "LetterCase",
  ]

  @Test(arguments: libraries, [false, true])
  func `a program that uses a library exits within a second in every launch`(
    library: String,
    hasState: Bool
  ) throws {
    let documents = Documents()
    let stateful = try documents.write()
    var slowest = Duration.zero
    for _ in 0..<Self.count {
      let folder = hasState ? stateful : try documents.write()
      let start = ContinuousClock.now
      let program = try ProbeProcess(
        [library, folder],
        of: "launch-probe",
        environment: ["HOME=\(folder)", "HALYARD_HOME=\(folder)/halyard"]
      )
      // Kills a program that hangs for five seconds, so that the test fails instead of never ending.
      let ending = program.wait(upTo: .seconds(5))
      slowest = max(slowest, start.duration(to: .now))
      #expect(ending == .exited(0))
      if !hasState { try FileManager.default.removeItem(atPath: folder) }
    }
    #expect(slowest < .seconds(1))
  }
}
