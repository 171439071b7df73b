// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "halyard",
  products: [
    .library(name: "FeatureFlags", targets: ["FeatureFlags"]),
    .library(name: "LetterCase", targets: ["LetterCase"]),
    .library(name: "Pacing", targets: ["Pacing"]),
    .library(name: "Dashboard", targets: ["Dashboard"]),
    .library(name: "Terminal", targets: ["Terminal"]),
    .executable(name: "halyard", targets: ["halyard"]),
  ],
  targets: [
    .target(name: "CNcurses", linkerSettings: [.linkedLibrary("ncursesw")]),
    .target(name: "LetterCase"),
    .target(name: "Pacing"),
    .target(name: "FeatureFlags"),
    .target(name: "Dashboard", dependencies: ["FeatureFlags"]),
    .target(name: "Terminal", dependencies: ["CNcurses", "Dashboard"]),
    .executableTarget(name: "halyard", dependencies: ["Terminal", "Dashboard", "FeatureFlags"]),

    .executableTarget(name: "benchmarks", dependencies: ["Dashboard", "FeatureFlags"]),

    .target(
      name: "TestSupport",
      dependencies: ["Dashboard", "FeatureFlags"],
      path: "Tests/TestSupport"
    ),
    .testTarget(name: "LetterCaseTests", dependencies: ["LetterCase"]),
    .testTarget(name: "PacingTests", dependencies: ["Pacing", "TestSupport"]),
    .testTarget(name: "FeatureFlagsTests", dependencies: ["FeatureFlags", "TestSupport"]),
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
