extension FlatValue {
  /// Whether the value has neither duplicate keys nor misspelt members, which are unknown and resemble a
  /// known member.
  ///
  /// A document that is not regular is parsed into nodes, in which ``MemberInspection`` finds the
  /// problems with their lines.
  func isRegular(as part: MemberTable.Part) -> Bool {
    var inspection = FlatInspection(document.pointee)
    return inspection.isRegular(index, as: part)
  }
}

/// Searches the tokens of a document for misspelt members and duplicate keys, without creating strings.
private struct FlatInspection {
  private let start: UnsafeRawPointer
  private let tokens: UnsafePointer<FlatDocument.Token>
  private let decodedTexts: [String]
  private var spelling = NearestMembers()
  /// The hashes of unknown members that resemble no known one.
  private var harmless: Set<UInt64> = []
  /// The hashes of the keys that no table knows, in the objects that enclose the current value.
  private var hashes: [UInt64] = []

  init(_ document: FlatDocument) {
    (start, tokens, decodedTexts) = (document.start, document.tokens, document.decodedTexts)
  }

  mutating func isRegular(_ index: Int, as part: MemberTable.Part) -> Bool {
    let token = tokens[index]
    guard token.kind == .object else { return areRegular(elementsOf: index, as: part) }
    switch part {
    case .value: return areRegular(membersOf: index, of: nil, as: .value)
    case .map(let value): return areRegular(membersOf: index, of: nil, as: value)
    case .flags(let table, _): return areRegular(membersOf: index, of: nil, as: .objects(table))
    case .objects(let table): return areRegular(membersOf: index, of: table, as: .value)
    }
  }

  private mutating func areRegular(elementsOf list: Int, as part: MemberTable.Part) -> Bool {
    guard tokens[list].kind == .list else { return true }
    let element: MemberTable.Part =
      switch part {
      case .flags(let table, _): .objects(table)
      case .map: .value
      case .value, .objects: part
      }
    var index = list + 1
    for _ in 0..<tokens[list].start {
      guard tokens[index].isContainer else {
        index += 1
        continue
      }
      guard isRegular(index, as: element) else { return false }
      index = Int(tokens[index].extent)
    }
    return true
  }

  /// Searches the members of an object; `part` describes the values of the members that the table does
  /// not know.
  private mutating func areRegular(
    membersOf object: Int,
    of table: MemberTable?,
    as part: MemberTable.Part
  ) -> Bool {
    let first = hashes.count
    defer { hashes.removeLast(hashes.count - first) }
    var (index, seen) = (object + 1, UInt64(0))
    var present: KnownMembers?
    for _ in 0..<tokens[object].start {
      let (key, value) = (index, index + 1)
      index = tokens[value].isContainer ? Int(tokens[value].extent) : value + 1
      var member = part
      if let table, let known = known(key, in: table) {
        let bit = UInt64(1) << UInt64(known & 63)
        guard seen & bit == 0 else { return false }
        seen |= bit
        member = table.parts[known]
      } else {
        let hash = hash(of: key)
        if let table, !isHarmless(key, hash, in: table, of: object, &present) { return false }
        hashes.append(hash)
      }
      guard !tokens[value].isContainer || isRegular(value, as: member) else { return false }
    }
    return areUnique(from: first)
  }

  /// Whether the hashes of the keys of one object are unique; a hash collision only causes the document
  /// to be parsed into nodes.
  private func areUnique(from first: Int) -> Bool {
    let own = hashes[first...]
    // Comparing a few hashes is faster than a set, and allocates nothing.
    guard own.count <= 16 else { return Set(own).count == own.count }
    return !own.indices.contains { index in own[first..<index].contains(own[index]) }
  }

  private func known(_ key: Int, in table: MemberTable) -> Int? {
    tokens[key].kind == .text ? table.keys.index(of: bytes(of: key)) : nil
  }

  /// Whether an unknown member is not misspelt: it resembles none of the known members that the object
  /// lacks.
  private mutating func isHarmless(
    _ key: Int,
    _ hash: UInt64,
    in table: MemberTable,
    of object: Int,
    _ present: inout KnownMembers?
  ) -> Bool {
    let combined = hash ^ UInt64(UInt(bitPattern: ObjectIdentifier(table).hashValue))
    if harmless.contains(combined) { return true }
    let text =
      tokens[key].kind == .text
      ? String(decoding: bytes(of: key), as: UTF8.self) : decodedTexts[Int(tokens[key].start)]
    let similar = spelling.indices(nearTo: text, in: table)
    guard !similar.isEmpty else {
      harmless.insert(combined)
      return true
    }
    let known = present ?? self.present(in: object, table)
    present = known
    return similar.allSatisfy(known.contains)
  }

  private func present(in object: Int, _ table: MemberTable) -> KnownMembers {
    var (index, present) = (object + 1, KnownMembers())
    for _ in 0..<tokens[object].start {
      known(index, in: table).map { present.insert($0) }
      let value = index + 1
      index = tokens[value].isContainer ? Int(tokens[value].extent) : value + 1
    }
    return present
  }

  private func bytes(of key: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: start + Int(tokens[key].start), count: Int(tokens[key].extent))
  }

  private func hash(of key: Int) -> UInt64 {
    guard tokens[key].kind == .text else {
      var text = decodedTexts[Int(tokens[key].start)]
      return text.withUTF8 { Self.hash(UnsafeRawBufferPointer($0)) }
    }
    return Self.hash(bytes(of: key))
  }

  private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var (hash, offset) = (UInt64(bytes.count) &* 0x9E37_79B9_7F4A_7C15, 0)
    while offset + 8 <= bytes.count {
      hash = mixed(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < bytes.count {
      rest = rest << 8 | UInt64(bytes[offset])
      offset += 1
    }
    return mixed(hash ^ rest)
  }

  private static func mixed(_ word: UInt64) -> UInt64 {
    let product = word &* 0xC2B2_AE3D_27D4_EB4F
    return product ^ product >> 29
  }
}
