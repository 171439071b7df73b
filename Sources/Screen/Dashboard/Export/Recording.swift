public import Frame

/// A sequence of screens of one size, each with the time for which it is visible.
public struct Recording: Sendable {
  /// A screen with the time for which it is visible.
  struct Screen: Sendable {
    let frame: Frame
    var milliseconds = 0
  }

  /// The screens in their order, of which two consecutive ones are different; never empty.
  private(set) var screens: [Screen]

  /// Creates a recording of one screen, which is not visible for any time yet.
  public init(_ frame: Frame) {
    screens = [Screen(frame: frame)]
  }

  /// The last screen.
  public var last: Frame { screens[screens.count - 1].frame }

  /// Extends the time for which the last screen is visible.
  public mutating func show(for time: Duration) {
    screens[screens.count - 1].milliseconds += Int(time / .milliseconds(1))
  }

  /// Adds a screen, which must have the size of the others; a screen that was not visible for a
  /// millisecond is replaced.
  public mutating func add(_ frame: Frame) {
    if screens[screens.count - 1].milliseconds == 0 { screens.removeLast() }
    if screens.last?.frame != frame { screens.append(Screen(frame: frame)) }
  }

  /// The start of each screen after the start of the recording, in milliseconds.
  var starts: [Int] {
    screens.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.milliseconds) }.dropLast()
  }

  /// The time of all screens, in milliseconds.
  var milliseconds: Int { screens.reduce(0) { $0 + $1.milliseconds } }
}
