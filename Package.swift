// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "halyard",
  products: [
    .library(name: "FeatureFlags", targets: ["FeatureFlags"]),
    .library(name: "Connectivity", targets: ["Connectivity"]),
    .library(name: "Networking", targets: ["Networking"]),
    .library(name: "LetterCase", targets: ["LetterCase"]),
    .library(name: "Pacing", targets: ["Pacing"]),
    .library(name: "Optimizely", targets: ["Optimizely"]),
    .library(name: "Dashboard", targets: ["Dashboard"]),
    .library(name: "Terminal", targets: ["Terminal"]),
    .executable(name: "halyard", targets: ["halyard"]),
    .executable(name: "shop", targets: ["shop"]),
  ],
  targets: [
    .target(name: "CNcurses", linkerSettings: [.linkedLibrary("ncursesw")]),
    .target(name: "CCurl"),
    .systemLibrary(name: "CNetlink"),
    .target(name: "LetterCase"),
    .target(name: "Locking"),
    .target(name: "Pacing"),
    .target(name: "Networking", dependencies: ["CCurl", "Locking"]),
    .target(name: "Connectivity", dependencies: ["CNetlink", "Locking", "Networking"]),
    .target(name: "FeatureFlags", dependencies: ["Locking", "Networking"]),
    .target(name: "Optimizely", dependencies: ["FeatureFlags"]),
    .target(name: "Dashboard", dependencies: ["Connectivity", "FeatureFlags", "Networking"]),
    .target(name: "Terminal", dependencies: ["CNcurses", "Dashboard"]),
    .executableTarget(
      name: "halyard",
      dependencies: [
        "Connectivity", "Dashboard", "FeatureFlags", "Locking", "Networking", "Pacing", "Terminal",
      ]
    ),

    .executableTarget(name: "shop", dependencies: ["FeatureFlags"]),
    .executableTarget(name: "benchmarks", dependencies: ["Dashboard", "FeatureFlags"]),

    .target(
      name: "TestSupport",
      dependencies: ["Dashboard", "FeatureFlags", "Locking"],
      path: "Tests/TestSupport"
    ),
    .testTarget(name: "NetworkingTests", dependencies: ["Locking", "Networking", "TestSupport"]),
    .testTarget(
      name: "ConnectivityTests",
      dependencies: ["Connectivity", "Locking", "Networking", "TestSupport"]
    ),
    .executableTarget(
      name: "workspace-probe",
      dependencies: ["FeatureFlags"],
      path: "Tests/WorkspaceProbe"
    ),
    .testTarget(
      name: "FeatureFlagsTests",
      dependencies: ["FeatureFlags", "Locking", "Networking", "TestSupport", "workspace-probe"]
    ),
    .testTarget(
      name: "FeatureFlagsAPITests",
      dependencies: ["Connectivity", "FeatureFlags", "TestSupport"]
    ),
    .testTarget(
      name: "OptimizelyTests",
      dependencies: ["Dashboard", "FeatureFlags", "Optimizely", "TestSupport"],
      exclude: ["Fixtures"]
    ),
    .testTarget(name: "LetterCaseTests", dependencies: ["LetterCase", "TestSupport"]),
    .testTarget(name: "PacingTests", dependencies: ["Pacing", "TestSupport"]),
    .testTarget(
      name: "DashboardTests",
      dependencies: ["Connectivity", "Dashboard", "FeatureFlags", "Networking", "TestSupport"]
    ),
    .executableTarget(
      name: "terminal-probe",
      dependencies: ["Dashboard", "Terminal"],
      path: "Tests/TerminalProbe"
    ),
    .testTarget(
      name: "TerminalTests",
      dependencies: ["Dashboard", "Terminal", "TestSupport", "terminal-probe"]
    ),
    .testTarget(name: "HalyardTests", dependencies: ["halyard", "shop", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
  ]
}
