import Frame
package import Team

extension FeatureLock {
  /// The lock without its feature, such as `locked by ana@build-7 until 14:30 (release test)`.
  package func text(_ clock: WallClock) -> String {
    let person = author.map { " by \($0)" } ?? ""
    let note = reason.isEmpty ? "" : " (\(reason.shortened(to: 40)))"
    return "locked\(person) until \(clock.text(of: end, now: clock.start))\(note)"
  }
}
