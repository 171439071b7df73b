import Foundation
import TestSupport
import Testing

/// Tests the warnings and linked libraries of a program that imports one product.
struct ImportTests {
  static let lean = [
    "FeatureFlags", "Connectivity", "Networking", "LetterCase", "Pacing", "Optimizely",
    "AscendExperiments", "RemoteConfig", "Dashboard", "Terminal",
  ]
  /// The engine targets, whose objects the products with a facade also link.
  static let engines = SymbolLinkTests.engines.values.sorted()

  @Test(arguments: lean + ["ConnectivityFoundation"], [5, 6])
  func `importing a product alone causes no warning`(
    product: String,
    mode: Int
  ) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("import \(product)\n", to: "client.swift")
    let output = try await Compiler.run(
      [
        "-typecheck", "-parse-as-library", "-swift-version", "\(mode)", "-module-name", "Client",
        "-I", Compiler.modules, file,
      ]
    )
    #expect(output == "")
  }

  @Test(arguments: lean + engines)
  func `a product that avoids Foundation links neither Foundation nor FoundationNetworking`(
    product: String
  ) throws {
    let folder = URL(filePath: Compiler.modules).deletingLastPathComponent()
      .appending(path: product + ".build")
    let objects = try FileManager.default
      .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "o" }
    #expect(!objects.isEmpty)
    for object in objects {
      let bytes = try Data(contentsOf: object)
      // The compiler stores in each object file the names of the libraries to link, as strings that end
      // with a zero byte.
      for library in ["Foundation", "FoundationNetworking"] {
        #expect(bytes.range(of: Data("-l\(library)\0".utf8)) == nil, "\(object.lastPathComponent)")
      }
    }
  }
}
