import FeatureFlags
import Foundation
import TestSupport
import Testing

/// Tests the products of this package in packages that depend on it.
struct ClientPackageTests {
  /// The products and targets of a manifest.
  private struct Manifest: Decodable {
    struct Product: Decodable {
      let name: String
      let targets: [String]
    }

    struct Target: Decodable {
      struct Dependency: Decodable {
        let byName: [String?]?
      }

      struct Setting: Decodable {
        let kind: [String: Anything]
      }

      /// A part of the manifest whose content the tests ignore.
      struct Anything: Decodable {
        init(from decoder: any Decoder) {}
      }

      let name: String
      let dependencies: [Dependency]
      let settings: [Setting]
    }

    let products: [Product]
    let targets: [Target]

    /// The targets with unsafe flags among the direct and indirect dependencies of each product.
    var unsafeTargets: [String: Set<String>] {
      let byName = Dictionary(targets.map { ($0.name, $0) }) { $1 }
      let pairs = products.map { product in
        var reached: Set<String> = []
        var waiting = product.targets
        while let name = waiting.popLast() {
          guard reached.insert(name).inserted, let target = byName[name] else { continue }
          waiting += target.dependencies.compactMap { $0.byName?.first ?? nil }
        }
        let unsafe = reached.filter { name in
          byName[name]?.settings.contains { $0.kind["unsafeFlags"] != nil } == true
        }
        return (product.name, unsafe)
      }
      return Dictionary(pairs) { $1 }
    }
  }

  private func manifest(_ environment: [String: String] = [:]) throws -> Manifest {
    let outcome = try ClientPackage().dumpedManifest(environment)
    return try JSONDecoder().decode(Manifest.self, from: Data(outcome.output.utf8))
  }

  @Test func `only the product of the macros has unsafe flags`() throws {
    let unsafe = try manifest().unsafeTargets
    #expect(unsafe.count > 8)
    for (product, targets) in unsafe {
      let expected: Set<String> =
        product == "RemoteConfigMacros"
        ? [
          "RemoteConfigMacroPlugin", "RemoteConfigMacroExpansion",
        ] : []
      #expect(targets == expected, "\(product)")
    }
  }

  @Test func `HALYARD_NO_MACROS removes only the macros and their unsafe flags`() throws {
    let bare = try manifest(["HALYARD_NO_MACROS": "1"])
    #expect(bare.targets.allSatisfy { !$0.name.contains("Macro") })
    #expect(bare.targets.allSatisfy { $0.settings.allSatisfy { $0.kind["unsafeFlags"] == nil } })
    let whole = Set(try manifest().unsafeTargets.keys)
    #expect(Set(bare.products.map(\.name)) == whole.subtracting(["RemoteConfigMacros"]))
  }

  @Test(.onlyInFullRun, arguments: ClientPackage.Dependency.allCases)
  func `a package that depends on the halyard package builds the examples`(
    dependency: ClientPackage.Dependency
  ) throws {
    let client = ClientPackage()
    let products = try manifest().products.map(\.name).filter { $0 != "halyard" }
    let others = products.filter { $0 != "RemoteConfigMacros" }
    var targets = ["Client": others]
    // SwiftPM always accepts unsafe flags of a package by path, but by version only in some
    // releases.
    if dependency == .path, products.contains("RemoteConfigMacros") {
      targets["MacroClient"] = ["RemoteConfig", "RemoteConfigMacros"]
      try client.write(
        try source("RemoteConfigMacrosTests/MacroExamples.swift"),
        target: "MacroClient"
      )
    }
    let imports = others.map { "import \($0)\n" }.joined()
    try client.write(imports + (try source("RemoteConfigTests/Examples.swift")), target: "Client")
    try client.writeManifest(dependency: dependency, targets: targets)
    let outcome = try client.build()
    #expect(outcome.exitCode == 0, "\(outcome.output)")
  }

  @Test func `the manifest fragment in the documentation resolves in a folder of any name`() throws
  {
    let page = try source("../docs/libraries.md")
    let fragment = try #require(page.firstMatch(of: /```swift\n(dependencies:(?:.|\n)*?)```/))
    let client = ClientPackage()
    try client.write("", target: "App")
    try client.writeManifest(fragment: String(fragment.output.1))
    let outcome = try client.resolve()
    #expect(outcome.exitCode == 0, "\(outcome.output)")
    #expect(outcome.output.contains("checkout<"), "\(outcome.output)")
  }

  private func source(_ name: String) throws -> String {
    let path = "\(ClientPackage.checkout)/Tests/\(name)"
    return String(decoding: try FileSource(path: path).readNow(), as: UTF8.self)
  }
}
