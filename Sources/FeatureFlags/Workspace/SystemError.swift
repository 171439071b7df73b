import Glibc

/// What the system says when a call on a file fails.
package struct SystemError: Error, Hashable {
  package let number: Int32

  package init(number: Int32) {
    self.number = number
  }

  package static var last: SystemError { SystemError(number: errno) }

  /// More bytes than are read.
  static let tooLarge = SystemError(number: EFBIG)
  /// A pipe into which nobody writes.
  static let noWriter = SystemError(number: ENXIO)

  package var isMissing: Bool { number == ENOENT || number == ENOTDIR }

  package var reason: String { String(cString: strerror(number)) }
}
