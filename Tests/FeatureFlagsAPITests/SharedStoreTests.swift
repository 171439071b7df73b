import CoreTestSupport
import FeatureFlags
import Foundation
import TestSupport
import Testing

/// Contains all tests of the shared store, which must run one after another.
@Suite(.serialized)
struct SharedStoreTests {
  /// A device with an app, simulated by a temporary folder.
  final class Device: Sendable {
    private let folder: TemporaryFolder

    deinit {
      // Waits for pending writes, which could create the folder again after its removal.
      FeatureFlags.flush()
    }

    init() throws {
      folder = try TemporaryFolder()
      FeatureFlags.configurationURL = nil
      FeatureFlags.localFallbackConfigurationURL = nil
      start()
    }

    /// Restarts the app with the files of the device.
    ///
    /// - Parameter draw: The random number for a test without an assignment.
    func start(draw: Double = 0) {
      FeatureFlags.store = FlagStore(workspace: folder.workspace(), draw: { draw })
    }

    /// Writes a configuration file, and sets its URL as the source of the app.
    func configure(_ text: String, named name: String = "features.json") throws {
      FeatureFlags.configurationURL = URL(fileURLWithPath: try folder.write(text, to: name))
    }

    /// Writes a fallback configuration file, and sets its URL in the app.
    func fallBack(to text: String) throws {
      let path = try folder.write(text, to: "fallback.json")
      FeatureFlags.localFallbackConfigurationURL = URL(fileURLWithPath: path)
    }

    /// Sets the URL of a missing file as the source, to simulate an offline device.
    func goOffline() {
      FeatureFlags.configurationURL = URL(fileURLWithPath: folder.path(of: "gone.json"))
    }
  }

  /// Returns a document with one feature that has the given JSON members.
  static func document(_ members: String, name: String = "F") -> String {
    #"{"features":[{"name":"\#(name)",\#(members)}]}"#
  }
}
