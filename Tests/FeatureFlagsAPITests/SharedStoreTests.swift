import FeatureFlags
import Foundation
import TestSupport
import Testing

/// The tests that use the one shared store; they run one after another.
@Suite(.serialized)
struct SharedStoreTests {
  /// An app that was just started, on a folder that stands for the device it runs on.
  final class Device: Sendable {
    private let folder: TemporaryFolder

    deinit {
      // A file that is written later would make the folder again.
      FeatureFlags.flush()
    }

    init() throws {
      folder = try TemporaryFolder()
      FeatureFlags.configurationURL = nil
      FeatureFlags.localFallbackConfigurationURL = nil
      start()
    }

    /// Starts the app again, with what the device keeps.
    ///
    /// - Parameter draw: What a test without an assignment draws.
    func start(draw: Double = 0) {
      FeatureFlags.store = FlagStore(workspace: folder.workspace(), draw: { draw })
    }

    /// Puts a document where the app looks for it, and tells the app to look there.
    func configure(_ text: String, named name: String = "features.json") throws {
      FeatureFlags.configurationURL = URL(fileURLWithPath: try folder.write(text, to: name))
    }

    /// Puts the document in place that stands in for the other one.
    func fallBack(to text: String) throws {
      let path = try folder.write(text, to: "fallback.json")
      FeatureFlags.localFallbackConfigurationURL = URL(fileURLWithPath: path)
    }

    /// Takes the source away, as when the device is offline.
    func goOffline() {
      FeatureFlags.configurationURL = URL(fileURLWithPath: folder.path(of: "gone.json"))
    }
  }

  /// Makes a document of one feature.
  static func document(_ members: String, name: String = "F") -> String {
    #"{"features":[{"name":"\#(name)",\#(members)}]}"#
  }
}
