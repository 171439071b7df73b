import FeatureFlags

package import struct FoundationEssentials.Date

/// A key that clients requested, and that no feature of the source has.
package struct UnknownKey: Hashable, Sendable {
  package let key: String
  package var count: Int
  package var last: Date

  package init(key: String, count: Int = 1, last: Date) {
    self.key = key
    self.count = count
    self.last = last
  }
}
