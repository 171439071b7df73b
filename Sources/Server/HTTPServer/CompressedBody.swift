import CZlib

/// The encoding of the body of a request, from the header `Content-Encoding`.
enum BodyEncoding: Hashable, Sendable {
  /// The body is sent as it is.
  case identity
  case gzip
  /// An encoding that the server cannot decode.
  case unsupported

  /// Parses the value of the header; `nil` means that the request does not have the header.
  init(_ header: String?) {
    guard let header else {
      self = .identity
      return
    }
    let names = header.split(separator: ",").map { $0.trimming(" \t").lowercased() }
      .filter { !$0.isEmpty && $0 != "identity" }
    switch names {
    case []: self = .identity
    case ["gzip"], ["x-gzip"]: self = czlib_is_ready() != 0 ? .gzip : .unsupported
    default: self = .unsupported
    }
  }

  /// Whether zlib can be loaded.
  static var hasLibrary: Bool { czlib_is_ready() != 0 }
}

/// A body that is compressed with gzip.
struct CompressedBody: Sendable {
  let bytes: [UInt8]

  /// The reason why a body cannot be inflated.
  enum Failure: Error, Hashable, Sendable {
    /// The body is incomplete, or is not valid gzip data.
    case malformed
    /// The inflated body is larger than ``ServerLimits/bodySize``, or than
    /// ``ServerLimits/inflationRatio`` allows.
    case tooLarge
    /// The memory for request bodies is exhausted.
    case noMemory
  }

  /// The number of bytes that are inflated at once.
  private static let partSize = 16 << 10

  /// Inflates the body.
  ///
  /// - Parameters:
  ///   - limits: The limits of the inflated body.
  ///   - reserve: Reserves memory for a part of the given size; returns `false` if there is none.
  /// - Returns: The inflated body.
  /// - Throws: The reason why the body cannot be used.
  func inflated(
    within limits: ServerLimits,
    reserving reserve: (Int) -> Bool
  ) throws(Failure) -> [UInt8] {
    var result: [UInt8] = []
    var part = [UInt8](repeating: 0, count: Self.partSize)
    let largest = limits.inflatedSize(of: bytes.count)
    let failure = bytes.withUnsafeBufferPointer { bytes -> Failure? in
      guard let body = czlib_begin(bytes.baseAddress, bytes.count) else { return .noMemory }
      defer { czlib_end(body) }
      while true {
        let count = czlib_next(body, &part, part.count)
        guard count >= 0 else { return .malformed }
        guard count > 0 else { return nil }
        guard result.count + count <= largest else { return .tooLarge }
        guard reserve(count) else { return .noMemory }
        result += part[..<count]
      }
    }
    if let failure { throw failure }
    return result
  }
}

extension ServerLimits {
  /// The largest inflated size of a compressed body of the given size, in bytes.
  fileprivate func inflatedSize(of count: Int) -> Int {
    min(bodySize, max(Self.freeInflatedSize, count * Self.inflationRatio))
  }
}

extension Substring {
  /// The text without the given characters at its ends.
  fileprivate func trimming(_ characters: String) -> Substring {
    var text = self[...]
    while let first = text.first, characters.contains(first) { text.removeFirst() }
    while let last = text.last, characters.contains(last) { text.removeLast() }
    return text
  }
}
