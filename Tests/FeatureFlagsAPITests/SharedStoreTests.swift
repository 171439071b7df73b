import FeatureFlags
import Foundation
import TestSupport
import Testing

/// The tests of the shared store, serialized.
@Suite(.serialized)
struct SharedStoreTests {
  /// An app on a device, which is simulated by a temporary folder.
  final class Device: Sendable {
    private let folder: TemporaryFolder

    deinit {
      // Waits for pending writes, which would create the folder again after its removal.
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
    /// - Parameter draw: The assignment that is drawn for a test without one.
    func start(draw: Double = 0) {
      FeatureFlags.store = FlagStore(workspace: folder.workspace(), draw: { draw })
    }

    /// Writes a configuration, and sets its URL as the source of the app.
    func configure(_ text: String, named name: String = "features.json") throws {
      FeatureFlags.configurationURL = URL(fileURLWithPath: try folder.write(text, to: name))
    }

    /// Writes a fallback configuration, and sets its URL in the app.
    func fallBack(to text: String) throws {
      let path = try folder.write(text, to: "fallback.json")
      FeatureFlags.localFallbackConfigurationURL = URL(fileURLWithPath: path)
    }

    /// Sets a source that does not exist, to simulate an offline device.
    func goOffline() {
      FeatureFlags.configurationURL = URL(fileURLWithPath: folder.path(of: "gone.json"))
    }
  }

  /// Returns a document with one feature.
  static func document(_ members: String, name: String = "F") -> String {
    #"{"features":[{"name":"\#(name)",\#(members)}]}"#
  }
}
