/// A measured value with its title and unit, and with the budget that it has to meet, if any.
struct Figure {
  /// The title of the figure's column.
  let title: String
  /// The value in the base unit: seconds, bytes, or a plain number.
  let value: Double
  let unit: Unit
  /// The limit of the value; `nil` for a figure without a budget.
  var budget: Budget?
  /// The result of another program for the same work, measured in the same run; `nil` if no other
  /// program is measured.
  var peer: Peer?

  enum Unit: String {
    case seconds = "s"
    case bytes = "B"
    case bytesPerSecond = "B/s"
    case perSecond = "1/s"
    case ratio
  }

  /// The largest or the smallest value that meets a budget, in the base unit of the figure.
  enum Budget {
    case atMost(Double)
    case atLeast(Double)
    /// At most a multiple of the peer's value, so that the speed of the machine has no influence.
    case atMostPeer(times: Double)
  }

  /// Another program and its value, in the base unit of the figure.
  struct Peer {
    let name: String
    let value: Double
  }

  init(_ title: String, _ duration: Duration, budget: Duration? = nil, peer: Peer? = nil) {
    let budget = budget.map { Budget.atMost($0 / .seconds(1)) }
    self.init(title, duration / .seconds(1), .seconds, budget, peer: peer)
  }

  /// Creates a duration that may be at most a multiple of the peer's.
  init(_ title: String, _ duration: Duration, times: Double, peer: Peer?) {
    self.init(title, duration / .seconds(1), .seconds, .atMostPeer(times: times), peer: peer)
  }

  init(_ title: String, _ value: Double, _ unit: Unit, _ budget: Budget? = nil, peer: Peer? = nil) {
    self.title = title
    self.value = value
    self.unit = unit
    self.budget = budget
    self.peer = peer
  }

  /// Whether the value meets its budget; `nil` without a budget, or without the peer that limits it.
  var isWithinBudget: Bool? {
    switch budget {
    case nil: nil
    case .atMost(let limit): value <= limit
    case .atLeast(let limit): value >= limit
    case .atMostPeer(let times): peer.map { value <= $0.value * times }
    }
  }

  /// The value with three significant digits and its unit, such as `4.51 ms`.
  var text: String { unit.text(of: value) }

  /// The budget as text, such as `<= 500 µs`; empty without a budget.
  var budgetText: String {
    switch budget {
    case nil: ""
    case .atMost(let limit): "<= " + unit.text(of: limit)
    case .atLeast(let limit): ">= " + unit.text(of: limit)
    case .atMostPeer(let times):
      "<= " + (times == 1 ? "" : Unit.digits(times) + " x ") + (peer?.name ?? "a missing program")
    }
  }

  /// The peer with its value, such as `less 2.91 ms`; empty without a peer.
  var peerText: String { peer.map { "\($0.name) \(unit.text(of: $0.value))" } ?? "" }
}

extension Figure.Unit {
  /// Formats a value of the unit with three significant digits.
  func text(of value: Double) -> String {
    switch self {
    case .seconds:
      Self.scaled(value * 1e9, [(1e3, "ns"), (1e3, "µs"), (1e3, "ms"), (.infinity, "s")])
    case .bytes: Self.scaled(value, [(1_024, "B"), (1_024, "KiB"), (.infinity, "MiB")])
    case .bytesPerSecond:
      Self.scaled(value, [(1_000, "B/s"), (1_000, "kB/s"), (.infinity, "MB/s")])
    case .perSecond: Self.digits(value) + "/s"
    case .ratio: Self.digits(value)
    }
  }

  /// Formats a value with the first unit in which it is smaller than the step to the next unit.
  private static func scaled(_ value: Double, _ units: [(step: Double, name: String)]) -> String {
    var value = value
    for unit in units {
      if abs(value) < unit.step { return digits(value) + " " + unit.name }
      value /= unit.step
    }
    return digits(value)
  }

  static func digits(_ value: Double) -> String {
    let scale = value < 10 ? 100.0 : value < 100 ? 10 : 1
    let rounded = (value * scale).rounded() / scale
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }
}
