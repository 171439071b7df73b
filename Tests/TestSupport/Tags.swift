public import Testing

/// The tags by which the Makefile selects suites and tests, with the script `Tools/tagged`.
extension Tag {
  /// Compares a measured time with a limit: runs alone, one test at a time.
  @Tag public static var timed: Self
  /// Has concurrent evaluations, loads or changes of overrides: also runs in an optimised build, and
  /// under the thread sanitizer.
  @Tag public static var concurrent: Self
  /// Depends on the moment at which values are released, or on inlining across modules: also runs in an
  /// optimised build.
  @Tag public static var optimised: Self
}
