// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

// `make release` optimises the commands for size, and the targets that -O makes only a few percent faster: a
// smaller program is mapped into less memory. The flag is unsafe, so that it is not set when another package
// depends on this one.
let sizeSettings: [SwiftSetting] =
  Context.environment["HALYARD_OPTIMISE_SIZE"] == nil ? [] : [.unsafeFlags(["-Osize"])]

// What `halyard version` prints. The Makefile passes the commit: SwiftPM caches the result of this manifest, and
// does not evaluate it again after a commit, so that `Context.gitInformation` would be the one of an earlier build.
let buildFacts: [CSetting] = [
  ("HALYARD_COMMIT", Context.environment["HALYARD_COMMIT"]),
  ("HALYARD_SWIFT_VERSION", compilerVersion()),
].compactMap { name, value in
  value.flatMap { $0.isEmpty ? nil : .define(name, to: "\"\($0)\"") }
}

let package = Package(
  name: "halyard",
  products: [
    .library(name: "FeatureFlags", targets: ["FeatureFlags"]),
    .library(name: "Connectivity", targets: ["Connectivity"]),
    .library(name: "ConnectivityFoundation", targets: ["ConnectivityFoundation"]),
    .library(name: "Networking", targets: ["Networking"]),
    .library(name: "LetterCase", targets: ["LetterCase"]),
    .library(name: "Pacing", targets: ["Pacing"]),
    .library(name: "Optimizely", targets: ["Optimizely"]),
    .library(name: "AscendExperiments", targets: ["AscendExperiments"]),
    .library(name: "RemoteConfig", targets: ["RemoteConfig"]),
    .library(name: "Frame", targets: ["Frame"]),
    .library(name: "Dashboard", targets: ["Dashboard"]),
    .library(name: "Terminal", targets: ["Terminal"]),
    .executable(name: "halyard", targets: ["halyard"]),
    .executable(name: "shop", targets: ["shop"]),
  ],
  targets: [
    .target(name: "CArguments"),
    .target(name: "CBuild", cSettings: buildFacts),
    .target(
      name: "CNcurses",
      exclude: ["direct.ti"],
      linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]
    ),
    .target(name: "CConnectivityFoundation"),
    .target(name: "CCurl"),
    .systemLibrary(name: "CMalloc"),
    .target(name: "CMicrohttpd"),
    .target(name: "COpenSSL"),
    .target(name: "CPCRE2"),
    .target(name: "CYAML"),
    .target(name: "CZlib"),
    .systemLibrary(name: "CNetlink"),
    .target(name: "Text"),
    .target(name: "Frame", dependencies: ["Text"]),
    .target(name: "LetterCase"),
    .target(name: "Locking"),
    .target(name: "Documents", dependencies: ["CYAML"]),
    .target(name: "Files", dependencies: ["Locking"]),
    .target(name: "Pacing"),
    .target(name: "Usages", dependencies: ["Files", "LetterCase", "Locking"]),
    .target(name: "Networking", dependencies: ["CCurl", "Locking"]),
    .target(
      name: "HTTPServer",
      dependencies: ["CMicrohttpd", "CZlib", "Locking", "Networking"]
    ),
    .target(name: "Connectivity", dependencies: ["CNetlink", "Locking", "Networking"]),
    .target(
      name: "ConnectivityFoundation",
      dependencies: ["CConnectivityFoundation", "Connectivity", "Locking", "Networking"]
    ),
    .target(name: "FeatureFlags", dependencies: ["Documents", "Files", "Locking", "Networking"]),
    .target(
      name: "Workbench",
      dependencies: ["Documents", "FeatureFlags", "Files", "Locking", "Networking"]
    ),
    .target(name: "Targeting", dependencies: ["CPCRE2", "Documents", "FeatureFlags", "Locking"]),
    .target(
      name: "FlagSystem",
      dependencies: ["Documents", "FeatureFlags", "Locking", "Networking", "Targeting"],
      swiftSettings: sizeSettings
    ),
    .target(
      name: "FeaturesSystem",
      dependencies: ["Documents", "FeatureFlags", "FlagSystem", "Networking"],
      path: "Sources/Systems/Features",
      swiftSettings: sizeSettings
    ),
    .target(
      name: "Flagd",
      dependencies: ["Documents", "FeatureFlags", "FlagSystem", "Networking", "Targeting"],
      path: "Sources/Systems/Flagd",
      swiftSettings: sizeSettings
    ),
    .target(
      name: "LaunchDarkly",
      dependencies: ["Documents", "FeatureFlags", "FlagSystem", "Networking", "Targeting"],
      path: "Sources/Systems/LaunchDarkly",
      swiftSettings: sizeSettings
    ),
    .target(
      name: "GoFeatureFlag",
      dependencies: [
        "Documents", "FeatureFlags", "Flagd", "FlagSystem", "Networking", "Targeting",
      ],
      path: "Sources/Systems/GoFeatureFlag",
      swiftSettings: sizeSettings
    ),
    .target(
      name: "PostHog",
      dependencies: ["Documents", "FeatureFlags", "FlagSystem", "Networking", "Targeting"],
      path: "Sources/Systems/PostHog",
      swiftSettings: sizeSettings
    ),
    .target(
      name: "Unleash",
      dependencies: ["Documents", "FeatureFlags", "FlagSystem", "Networking", "Targeting"],
      path: "Sources/Systems/Unleash",
      swiftSettings: sizeSettings
    ),
    .target(
      name: "GrowthBook",
      dependencies: [
        "COpenSSL", "Documents", "FeatureFlags", "FlagSystem", "Locking", "Networking", "Targeting",
      ],
      path: "Sources/Systems/GrowthBook",
      swiftSettings: sizeSettings
    ),
    .target(
      name: "OptimizelyEngine",
      dependencies: [
        "Documents", "FeatureFlags", "Files", "FlagSystem", "Locking", "Networking", "Targeting",
      ],
      path: "Sources/Systems/Optimizely/Engine"
    ),
    .target(
      name: "Optimizely",
      dependencies: [
        "Documents", "FeatureFlags", "Files", "Locking", "Networking", "OptimizelyEngine",
      ],
      path: "Sources/Systems/Optimizely/Facade"
    ),
    .target(
      name: "AscendEngine",
      dependencies: [
        "Documents", "FeatureFlags", "FlagSystem", "LetterCase", "Locking", "Networking",
      ],
      path: "Sources/Systems/Ascend/Engine"
    ),
    .target(
      name: "AscendExperiments",
      dependencies: [
        "AscendEngine", "Documents", "FeatureFlags", "Files", "Locking", "Networking",
      ],
      path: "Sources/Systems/Ascend/Facade"
    ),
    .target(
      name: "RemoteConfig",
      dependencies: [
        "Documents", "FeatureFlags", "Files", "FlagSystem", "Locking", "Networking", "Targeting",
      ],
      path: "Sources/Systems/RemoteConfig/Library"
    ),
    .target(
      name: "OFREP",
      dependencies: ["Documents", "FeatureFlags", "FlagSystem", "Locking", "Networking"],
      path: "Sources/Systems/OFREP"
    ),
    .target(
      name: "Team",
      dependencies: ["Documents", "FeatureFlags", "Files", "Locking", "Networking", "Workbench"],
      swiftSettings: sizeSettings
    ),
    .target(
      name: "Serving",
      dependencies: [
        "Documents", "FeatureFlags", "Files", "FlagSystem", "HTTPServer", "Locking", "Networking",
        "OFREP", "Targeting", "Workbench",
      ]
    ),
    .target(
      name: "Dashboard",
      dependencies: [
        "Connectivity", "Documents", "FeatureFlags", "Frame", "Text", "Usages", "Workbench",
      ],
      swiftSettings: sizeSettings
    ),
    .target(name: "Terminal", dependencies: ["CNcurses", "Frame", "Text"]),
    .executableTarget(
      name: "halyard",
      dependencies: [
        "AscendEngine", "CArguments", "CBuild", "CMalloc", "Connectivity", "Dashboard", "Documents",
        "FeatureFlags", "FeaturesSystem", "Files", "Flagd", "FlagSystem", "Frame", "GoFeatureFlag",
        "GrowthBook", "HTTPServer", "LaunchDarkly", "Locking", "Networking", "OFREP",
        "OptimizelyEngine",
        "Pacing", "PostHog", "RemoteConfig", "Serving", "Team", "Terminal", "Text", "Unleash",
        "Usages",
        "Workbench",
      ],
      swiftSettings: sizeSettings
    ),

    .executableTarget(name: "shop", dependencies: ["FeatureFlags"]),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "Dashboard", "FeatureFlags", "Flagd", "Frame", "GoFeatureFlag", "GrowthBook",
        "LaunchDarkly",
        "LetterCase", "OptimizelyEngine", "PostHog", "RemoteConfig", "Targeting", "Unleash",
      ],
      path: "Tools/Benchmarks"
    ),

    .target(
      name: "TestSupport",
      dependencies: ["CMalloc", "Files", "Locking", "Networking"],
      path: "Tests/TestSupport"
    ),
    .target(
      name: "CoreTestSupport",
      dependencies: ["FeatureFlags", "FlagSystem", "Locking", "TestSupport"],
      path: "Tests/CoreTestSupport"
    ),
    .target(
      name: "ScreenTestSupport",
      dependencies: ["Dashboard", "Frame", "Locking", "TestSupport"],
      path: "Tests/ScreenTestSupport"
    ),
    .testTarget(name: "NetworkingTests", dependencies: ["Locking", "Networking", "TestSupport"]),
    .testTarget(
      name: "ConnectivityTests",
      dependencies: ["Connectivity", "Locking", "Networking", "TestSupport"]
    ),
    .testTarget(
      name: "ConnectivityFoundationTests",
      dependencies: [
        "Connectivity", "ConnectivityFoundation", "Documents", "Locking", "Networking",
        "TestSupport",
      ]
    ),
    .executableTarget(
      name: "workspace-probe",
      dependencies: ["FeatureFlags", "Workbench"],
      path: "Tests/Probes/Workspace"
    ),
    .testTarget(
      name: "FeatureFlagsTests",
      dependencies: [
        "CoreTestSupport", "Documents", "FeatureFlags", "Files", "Locking", "Networking", "Team",
        "TestSupport", "Workbench", "workspace-probe",
      ]
    ),
    .testTarget(
      name: "WorkbenchTests",
      dependencies: [
        "CoreTestSupport", "Documents", "FeatureFlags", "Files", "Locking", "Networking",
        "TestSupport", "Workbench",
      ]
    ),
    .testTarget(
      name: "TeamTests",
      dependencies: [
        "Documents", "FeatureFlags", "Files", "Locking", "Networking", "Team", "TestSupport",
        "Workbench",
      ]
    ),
    .testTarget(
      name: "FeatureFlagsAPITests",
      dependencies: [
        "AscendExperiments", "Connectivity", "CoreTestSupport", "FeatureFlags", "LetterCase",
        "Optimizely", "Pacing", "RemoteConfig", "TestSupport",
      ]
    ),
    .executableTarget(
      name: "event-probe",
      dependencies: ["FeatureFlags", "Networking", "Optimizely"],
      path: "Tests/Probes/Event"
    ),
    .testTarget(
      name: "TargetingTests",
      dependencies: ["Documents", "FeatureFlags", "Locking", "Targeting", "TestSupport"]
    ),
    .testTarget(
      name: "FlagdTests",
      dependencies: [
        "Documents", "FeatureFlags", "Flagd", "FlagSystem", "Targeting", "TestSupport",
      ]
    ),
    .testTarget(
      name: "LaunchDarklyTests",
      dependencies: [
        "CoreTestSupport", "Documents", "FeatureFlags", "FlagSystem", "LaunchDarkly", "Networking",
        "Targeting", "TestSupport",
      ]
    ),
    .testTarget(
      name: "UnleashTests",
      dependencies: [
        "CoreTestSupport", "Documents", "FeatureFlags", "FlagSystem", "Networking", "Serving",
        "Targeting", "TestSupport", "Unleash",
      ]
    ),
    .testTarget(
      name: "GoFeatureFlagTests",
      dependencies: [
        "CoreTestSupport", "Documents", "FeatureFlags", "FlagSystem", "GoFeatureFlag", "HTTPServer",
        "Networking", "Serving", "Targeting", "TestSupport",
      ]
    ),
    .testTarget(
      name: "PostHogTests",
      dependencies: [
        "CoreTestSupport", "Documents", "FeatureFlags", "FlagSystem", "HTTPServer", "Locking",
        "Networking", "PostHog", "Serving", "Targeting", "TestSupport", "Workbench",
      ]
    ),
    .testTarget(
      name: "GrowthBookTests",
      dependencies: [
        "CoreTestSupport", "Documents", "FeatureFlags", "FlagSystem", "GrowthBook", "Locking",
        "Networking", "Targeting", "TestSupport",
      ]
    ),
    .testTarget(
      name: "OptimizelyTests",
      dependencies: [
        "CoreTestSupport", "Dashboard", "Documents", "event-probe", "FeatureFlags", "Files",
        "Frame", "Locking", "Networking", "Optimizely", "OptimizelyEngine", "ScreenTestSupport",
        "Targeting", "TestSupport",
      ],
      exclude: ["Fixtures"]
    ),
    .testTarget(
      name: "AscendExperimentsTests",
      dependencies: [
        "AscendEngine", "AscendExperiments", "CoreTestSupport", "FeatureFlags", "Locking",
        "Networking", "TestSupport",
      ]
    ),
    .testTarget(
      name: "AscendExperimentsAPITests",
      dependencies: ["AscendExperiments", "TestSupport"]
    ),
    .executableTarget(
      name: "launch-probe",
      dependencies: [
        "AscendExperiments", "Connectivity", "FeatureFlags", "LetterCase", "Networking",
        "Optimizely", "RemoteConfig",
      ],
      path: "Tests/Probes/Launch"
    ),
    .testTarget(
      name: "LaunchTests",
      dependencies: ["FeatureFlags", "Files", "launch-probe", "TestSupport"]
    ),
    .testTarget(
      name: "RemoteConfigTests",
      dependencies: [
        "CoreTestSupport", "Documents", "FeatureFlags", "Locking", "Networking", "RemoteConfig",
        "TestSupport",
      ]
    ),
    .testTarget(
      name: "HTTPServerTests",
      dependencies: ["HTTPServer", "Locking", "Networking", "TestSupport"]
    ),
    .testTarget(
      name: "OFREPTests",
      dependencies: [
        "CoreTestSupport", "Documents", "FeatureFlags", "Locking", "Networking", "OFREP",
        "TestSupport",
      ]
    ),
    .testTarget(
      name: "ServingTests",
      dependencies: [
        "AscendEngine", "AscendExperiments", "CoreTestSupport", "Documents", "FeatureFlags",
        "FeaturesSystem", "Files", "Flagd", "FlagSystem", "GoFeatureFlag", "GrowthBook",
        "HTTPServer", "LaunchDarkly", "Locking", "Networking", "OFREP", "Optimizely",
        "OptimizelyEngine", "PostHog", "RemoteConfig", "Serving", "Targeting", "TestSupport",
        "Unleash", "Workbench",
      ],
      exclude: ["Python"]
    ),
    .testTarget(
      name: "CompatibilityTests",
      dependencies: [
        "AscendExperiments", "ConnectivityFoundation", "FeatureFlags", "LetterCase", "Optimizely",
        "RemoteConfig", "TestSupport",
      ],
      exclude: ["Statements"]
    ),
    .testTarget(name: "LetterCaseTests", dependencies: ["LetterCase", "TestSupport"]),
    .testTarget(name: "UsagesTests", dependencies: ["Files", "TestSupport", "Usages"]),
    .testTarget(name: "PacingTests", dependencies: ["Pacing", "TestSupport"]),
    .testTarget(
      name: "DashboardTests",
      dependencies: [
        "Connectivity", "Dashboard", "Documents", "FeatureFlags", "Frame", "Locking", "Networking",
        "ScreenTestSupport", "Serving", "Team", "Terminal", "TestSupport", "Text", "Usages",
        "Workbench",
      ]
    ),
    .testTarget(name: "TextTests", dependencies: ["TestSupport", "Text"]),
    .testTarget(name: "FrameTests", dependencies: ["Frame", "ScreenTestSupport", "TestSupport"]),
    .executableTarget(
      name: "terminal-probe",
      dependencies: ["Frame", "Locking", "Terminal"],
      path: "Tests/Probes/Terminal"
    ),
    .testTarget(
      name: "TerminalTests",
      dependencies: [
        "CNcurses", "Frame", "ScreenTestSupport", "Terminal", "terminal-probe", "TestSupport",
      ]
    ),
    .testTarget(
      name: "HalyardTests",
      dependencies: [
        "AscendEngine", "AscendExperiments", "CoreTestSupport", "Dashboard", "Documents",
        "FeatureFlags", "Files", "Flagd", "FlagSystem", "Frame", "GrowthBook", "halyard",
        "HTTPServer", "LaunchDarkly", "Locking", "Networking", "OFREP", "Optimizely",
        "OptimizelyEngine", "ScreenTestSupport", "Serving", "shop", "Targeting", "Team", "Terminal",
        "TestSupport", "Text", "Unleash", "Usages", "Workbench",
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// The macros use the SwiftSyntax libraries of the toolchain. Their search path needs unsafe flags,
// which SwiftPM may refuse in dependencies by version; therefore no other product depends on the
// macros. Without these libraries in the toolchain, or with HALYARD_NO_MACROS set, the package has
// all other products.
if let host = hostLibraries(), Context.environment["HALYARD_NO_MACROS"] == nil {
  let seesHost: [SwiftSetting] = [.unsafeFlags(["-I", host])]
  let linksHost: [LinkerSetting] = [
    .unsafeFlags(["-L", host, "-Xlinker", "-rpath", "-Xlinker", host])
  ]
  package.products.append(.library(name: "RemoteConfigMacros", targets: ["RemoteConfigMacros"]))
  package.targets += [
    .target(
      name: "RemoteConfigMacroExpansion",
      path: "Sources/Systems/RemoteConfig/MacroExpansion",
      swiftSettings: seesHost,
      linkerSettings: linksHost
    ),
    .macro(
      name: "RemoteConfigMacroPlugin",
      dependencies: ["RemoteConfigMacroExpansion"],
      path: "Sources/Systems/RemoteConfig/MacroPlugin",
      swiftSettings: seesHost,
      linkerSettings: linksHost
    ),
    .target(
      name: "RemoteConfigMacros",
      dependencies: ["RemoteConfig", "RemoteConfigMacroPlugin"],
      path: "Sources/Systems/RemoteConfig/Macros"
    ),
    // Does not depend on the plug-in: SwiftPM would build the tests for the host as part of the
    // plug-in, together with all other tests, which could not import the program then.
    .testTarget(
      name: "RemoteConfigMacroExpansionTests",
      dependencies: ["RemoteConfigMacroExpansion"],
      swiftSettings: seesHost,
      linkerSettings: linksHost
    ),
    .testTarget(
      name: "RemoteConfigMacrosTests",
      dependencies: ["RemoteConfig", "RemoteConfigMacros"]
    ),
  ]
} else {
  print("RemoteConfigMacros is left out: this toolchain has no SwiftSyntax, or it is not wanted")
}

/// Returns the folder of the compiler's own libraries (SwiftSyntax), or nil.
func hostLibraries() -> String? {
  guard let host = toolchain().map({ $0 + "/lib/swift/host" }) else { return nil }
  let wanted = ["SwiftCompilerPluginMessageHandling.swiftmodule", "libSwiftSyntaxMacros.so"]
  let isThere = wanted.allSatisfy { FileManager.default.fileExists(atPath: "\(host)/\($0)") }
  return isThere ? host : nil
}

/// Returns the version of the compiler, such as 6.3.1, or nil.
///
/// `#if compiler` can only compare it. The interfaces of the standard library have it in their second line.
func compilerVersion() -> String? {
  let folder = toolchain().map { $0 + "/lib/swift/linux/Swift.swiftmodule/" } ?? ""
  // Without the folder or its file, the version is unknown.
  let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  guard let name = names.first(where: { $0.hasSuffix(".swiftinterface") }),
    let head = try? FileHandle(forReadingAtPath: folder + name)?.read(upToCount: 500)
  else { return nil }
  return String(decoding: head, as: UTF8.self).firstMatch(of: /Swift version ([0-9.]+)/)
    .map { String($0.1) }
}

/// Returns the folder of the toolchain with `bin` and `lib`, or nil.
///
/// The toolchain is found by the location of the PackageDescription library in the process that
/// evaluates this manifest, which is independent of `PATH`.
func toolchain() -> String? {
  let loaded = "/lib/swift/pm/ManifestAPI/libPackageDescription.so"
  // The kernel returns the memory map in parts, and `String(contentsOfFile:)` stops after the first
  // one. An unreadable map is treated as an unknown toolchain.
  let mappings = (try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd()) ?? Data()
  let lines = String(decoding: mappings, as: UTF8.self).split(separator: "\n")
  guard let mapping = lines.first(where: { $0.hasSuffix(loaded) }),
    let path = mapping.firstIndex(of: "/")
  else { return nil }
  return String(mapping[path...].dropLast(loaded.count))
}

// The folders of `Sources`, besides that of the flag systems, whose targets name their own paths.
let groups: [String: [String]] = [
  "Program": ["halyard", "shop"],
  "Screen": ["Dashboard", "Frame", "Terminal"],
  "Server": ["HTTPServer", "Serving"],
  "Core": ["FeatureFlags", "FlagSystem", "Targeting", "Team", "Usages", "Workbench"],
  "SDKs": ["Connectivity", "ConnectivityFoundation", "LetterCase", "Pacing"],
  "Support": ["Documents", "Files", "Locking", "Networking", "Text"],
  "C": [
    "CArguments", "CBuild", "CConnectivityFoundation", "CCurl", "CMalloc", "CMicrohttpd",
    "CNcurses", "CNetlink", "COpenSSL", "CPCRE2", "CYAML", "CZlib",
  ],
]

for (group, names) in groups {
  for target in package.targets where names.contains(target.name) {
    target.path = "Sources/\(group)/\(target.name)"
  }
}

for target in package.targets where target.type != .system {
  target.swiftSettings =
    [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .treatAllWarnings(as: .error),
    ] + (target.swiftSettings ?? [])
}
