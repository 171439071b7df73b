import FeatureFlags
import Targeting

/// A version of the algorithm with which `fractional` buckets users.
public enum FractionalGeneration: String, Hashable, Sendable, CaseIterable {
  /// The algorithm of flagd up to 0.14, and of providers before April 2026: the bucket is a percentage
  /// computed from the absolute value of the signed hash.
  case v1
  /// The algorithm of flagd 0.15 and 0.16: the range of the unsigned hash is divided in proportion to
  /// the weights.
  case v2
  /// The algorithm that is planned for flagd 1.0: like v2, but the value to hash need not be a string.
  case v3
}

extension RuleEvaluation {
  /// Selects a variant by the user's hash and the weights; the result is null if the operands are
  /// invalid.
  mutating func fractional(_ call: Call) throws(Failure) -> Value {
    let values = try values(of: call)
    if let first = values.first { try run.spend(reading: first) }
    do throws(FractionalDefect) {
      let (bytes, label, count) = try hashed(values)
      let entries = try Self.entries(in: values.dropFirst(count))
      return try variant(of: MurmurHash3.hash(bytes, seed: 0), label, among: entries)
    } catch {
      run.trace?.append("no variant: \(error.reason)")
      return .null
    }
  }

  /// The reason why `fractional` selects no variant.
  private struct FractionalDefect: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
  }

  private typealias Entry = (variant: Value, weight: Int)

  /// The bytes to hash, their description for the trace, and the number of operands before the entries.
  private typealias Hashed = (bytes: [UInt8], label: String, count: Int)

  private func hashed(_ values: [Value]) throws(FractionalDefect) -> Hashed {
    let first = values.first ?? .null
    if case .list = first { return try hashedKey(count: 0) }
    switch (settings.generation, first) {
    case (.v3, .null): throw FractionalDefect("the value to hash is null")
    case (.v3, _): return (CBOR.bytes(of: first), "CBOR of \(first.excerpt)", 1)
    case (_, .string(let text)): return (Array(text.utf8), "\"\(text)\"", 1)
    case (_, .null): return try hashedKey(count: 1)
    case (_, _): throw FractionalDefect("the value to hash is \(first.kind), expected a text")
    }
  }

  private func hashedKey(count: Int) throws(FractionalDefect) -> Hashed {
    guard case .string(let key)? = targetingKey, settings.generation == .v3 || !key.isEmpty else {
      let found = targetingKey.map { $0 == "" ? "empty" : $0.kind } ?? "missing"
      throw FractionalDefect("the targeting key is \(found), expected a text")
    }
    if settings.generation == .v3 {
      let list = AttributeValue.list([.string(flag), .string(key)])
      return (CBOR.bytes(of: list), "CBOR of \(list.excerpt)", count)
    }
    return (Array((flag + key).utf8), "\"\(flag + key)\"", count)
  }

  private static func entries(in values: ArraySlice<Value>) throws(FractionalDefect) -> [Entry] {
    var entries: [Entry] = []
    entries.reserveCapacity(values.count)
    for value in values {
      guard case .list(let parts) = value, let variant = parts.first else {
        throw FractionalDefect("an entry is \(value.kind), expected a variant with a weight")
      }
      switch variant {
      case .string, .bool, .number, .null: break
      case .list, .object: throw FractionalDefect("a variant is \(variant.kind)")
      }
      let second = parts.count > 1 ? parts[1] : 1
      guard case .number(let number) = second, let weight = Int(exactly: number),
        weight <= Int(Int32.max)
      else { throw FractionalDefect("a weight is \(second), expected a whole number") }
      entries.append((variant, max(weight, 0)))
    }
    return entries
  }

  private static func buckets(of entries: [Entry]) throws(FractionalDefect) -> WeightedBuckets {
    let weights = entries.map(\.weight)
    guard let buckets = WeightedBuckets(weights: weights, limit: Int(Int32.max)),
      buckets.count > 0
    else { throw FractionalDefect("the sum of the weights is 0, or larger than \(Int32.max)") }
    return buckets
  }

  /// Returns the reason why entries select no variant for any user; `nil` if they are valid.
  static func defect(ofEntries values: [Value]) -> String? {
    do throws(FractionalDefect) {
      _ = try buckets(of: try entries(in: values[...]))
      return nil
    } catch {
      return error.reason
    }
  }

  /// Selects the entry whose bucket range contains the hash.
  private mutating func variant(
    of hash: UInt32,
    _ label: String,
    among entries: [Entry]
  ) throws(FractionalDefect) -> Value {
    let buckets = try Self.buckets(of: entries)
    let sum = buckets.count
    let (bucket, index): (Int, Int?)
    if settings.generation == .v1 {
      let percent = Double(Int32(bitPattern: hash).magnitude) / Double(Int32.max) * 100
      var end = 0.0
      index = entries.firstIndex { entry in
        end += 100 * Double(entry.weight) / Double(sum)
        return percent < end
      }
      bucket = min(Int(percent / 100 * Double(sum)), sum - 1)
    } else {
      bucket = Int((UInt64(hash) * UInt64(sum)) >> 32)
      index = buckets.index(of: bucket)
    }
    if run.trace != nil {
      run.trace?.append(
        "hash of \(label) is \(hash), \(settings.generation.rawValue) bucket \(bucket) of \(sum)",
        buckets.ruler(at: bucket, names: entries.map(\.variant.unquoted))
      )
    }
    return index.map { entries[$0].variant } ?? .null
  }
}

/// The settings of the evaluation that the user can choose.
public struct FlagdSettings: Hashable, Sendable {
  /// The version of the algorithm of `fractional`.
  public var generation: FractionalGeneration
  /// The time of each evaluation, in seconds since 1970; `nil` for the current time.
  public var timestamp: Int?

  /// Creates settings; by default, flags are evaluated at the current time with the algorithm of flagd
  /// 0.16.
  public init(generation: FractionalGeneration = .v2, timestamp: Int? = nil) {
    self.generation = generation
    self.timestamp = timestamp
  }
}
