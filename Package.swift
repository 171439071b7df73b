// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "halyard",
  products: [
    .library(name: "FeatureFlags", targets: ["FeatureFlags"]),
    .library(name: "Connectivity", targets: ["Connectivity"]),
    .library(name: "Networking", targets: ["Networking"]),
    .library(name: "Optimizely", targets: ["Optimizely"]),
    .library(name: "Dashboard", targets: ["Dashboard"]),
    .library(name: "Terminal", targets: ["Terminal"]),
    .executable(name: "halyard", targets: ["halyard"]),
  ],
  targets: [
    .target(name: "CNcurses", linkerSettings: [.linkedLibrary("ncursesw")]),
    .systemLibrary(name: "CCurl"),
    .systemLibrary(name: "CNetlink"),
    .target(name: "Networking", dependencies: ["CCurl"]),
    .target(name: "Connectivity", dependencies: ["CNetlink", "Networking"]),
    .target(name: "FeatureFlags", dependencies: ["Networking"]),
    .target(name: "Optimizely", dependencies: ["FeatureFlags"]),
    .target(name: "Dashboard", dependencies: ["Connectivity", "FeatureFlags"]),
    .target(name: "Terminal", dependencies: ["CNcurses", "Dashboard"]),
    .executableTarget(
      name: "halyard",
      dependencies: ["Connectivity", "Dashboard", "FeatureFlags", "Networking", "Terminal"]
    ),

    .executableTarget(name: "benchmarks", dependencies: ["Dashboard", "FeatureFlags"]),

    .target(
      name: "TestSupport",
      dependencies: ["Dashboard", "FeatureFlags"],
      path: "Tests/TestSupport"
    ),
    .testTarget(name: "NetworkingTests", dependencies: ["Networking", "TestSupport"]),
    .testTarget(
      name: "ConnectivityTests",
      dependencies: ["Connectivity", "Networking", "TestSupport"]
    ),
    .executableTarget(
      name: "workspace-probe",
      dependencies: ["FeatureFlags"],
      path: "Tests/WorkspaceProbe"
    ),
    .testTarget(
      name: "FeatureFlagsTests",
      dependencies: ["FeatureFlags", "TestSupport", "workspace-probe"]
    ),
    .testTarget(name: "FeatureFlagsAPITests", dependencies: ["FeatureFlags", "TestSupport"]),
    .testTarget(
      name: "OptimizelyTests",
      dependencies: ["FeatureFlags", "Optimizely"],
      exclude: ["Fixtures"]
    ),
    .testTarget(name: "DashboardTests", dependencies: ["Dashboard", "TestSupport"]),
    .executableTarget(
      name: "terminal-probe",
      dependencies: ["Dashboard", "Terminal"],
      path: "Tests/TerminalProbe"
    ),
    .testTarget(
      name: "TerminalTests",
      dependencies: ["Dashboard", "Terminal", "TestSupport", "terminal-probe"]
    ),
    .testTarget(name: "HalyardTests", dependencies: ["halyard", "TestSupport"]),
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
