import CNcurses
import Glibc

/// Signals that came and were not yet acted on.
struct PendingSignals {
  /// Bit n - 1 stands for signal n.
  private var bits: UInt64

  /// Takes the signals that came since the last call.
  static func take() -> PendingSignals { PendingSignals(bits: cn_signals_take()) }

  /// Whether a signal that asks the program to end is waiting to be taken.
  static var isEnding: Bool { cn_signals_pending() & cn_signals_ending() != 0 }

  var isEmpty: Bool { bits == 0 }

  /// The signal that asks to end, if one came.
  var ending: Int32? {
    let number = (bits & cn_signals_ending()).trailingZeroBitCount
    return number < UInt64.bitWidth ? Int32(number) + 1 : nil
  }

  func contains(_ signal: Int32) -> Bool { bits & (1 << UInt64(signal - 1)) != 0 }
}
