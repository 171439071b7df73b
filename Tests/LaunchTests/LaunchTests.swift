import FeatureFlags
import Files
import Foundation
import TestSupport
import Testing

/// Starts a small program of each library many times: a deadlock of an optimised program may occur
/// in a few of many launches only.
@Suite(.tags(.timed, .optimised))
struct LaunchTests {
  /// A folder with the documents of the programs.
  struct Documents {
    let folder = Result { try TemporaryFolder() }

    static let features = (0..<100).map { #"{ "name": "F\#($0)", "enabled": true }"# }
    static let datafile = """
      { "version": "4", "projectId": "1", "accountId": "2", "revision": "3",
        "anonymizeIP": true, "attributes": [], "events": [], "audiences": [], "experiments": [], "groups": [], "featureFlags": [],
        "rollouts": [] }
      """

    /// Writes the documents, without any state, to a new folder.
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

  /// The launches of each library with each state: the optimiser, which the deadlocks of the past
  /// depended on, is off in debug builds.
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
  func `a program of each library exits within a second`(library: String, hasState: Bool) throws {
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
      // Ends a program that hangs, so that the test fails instead of waiting for ever.
      let ending = program.wait(upTo: .seconds(5))
      slowest = max(slowest, start.duration(to: .now))
      #expect(ending == .exited(0))
      if !hasState { try FileManager.default.removeItem(atPath: folder) }
    }
    #expect(slowest < .seconds(1))
  }
}
