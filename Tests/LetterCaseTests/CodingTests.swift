import Foundation
import LetterCase
import Testing

struct CodingTests {
  /// The decoding and the encoding strategy of a letter case, and their names in the article.
  struct Strategy: Sendable, CustomStringConvertible {
    let description: String
    let decoding: JSONDecoder.KeyDecodingStrategy
    let encoding: JSONEncoder.KeyEncodingStrategy
    let document: String

    init(
      _ name: String,
      _ decoding: JSONDecoder.KeyDecodingStrategy,
      _ encoding: JSONEncoder.KeyEncodingStrategy,
      _ document: String
    ) {
      description = name
      self.decoding = decoding
      self.encoding = encoding
      self.document = document
    }

    func encode(_ value: some Encodable) throws -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      encoder.keyEncodingStrategy = encoding
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    func decode<Value: Decodable>(_ type: Value.Type, from document: String) throws -> Value {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = decoding
      return try decoder.decode(type, from: Data(document.utf8))
    }
  }

  struct Item: Codable, Hashable {
    var name = "n"
    var travelsOn = "t"
    var numberOfWheels = 4
    var userID = "u"
    var URL = "l"
    var address2 = "a"
    var x = 1
  }

  struct Box: Codable, Hashable {
    var firstItem = Item()
    var allItems = [Item(), Item(numberOfWheels: 3)]
    var itemsInRows = [[Item()], []]
    var itemsByName = ["front-left": Item(), "Front Left": Item(), "FRONT_LEFT": Item()]
    var countsByName = ["frontLeft": 1, "front_left": 2, "URL": 3]
  }

  @Test(arguments: Strategy.all)
  func `each decoding strategy decodes the keys of its encoding strategy`(
    _ strategy: Strategy
  ) throws {
    #expect(try strategy.encode(Item()) == strategy.document)
    #expect(try strategy.decode(Item.self, from: strategy.document) == Item())
  }

  @Test(arguments: Strategy.all)
  func `nested values, arrays and dictionaries survive a round trip`(_ strategy: Strategy) throws {
    let document = try strategy.encode(Box())
    #expect(try strategy.decode(Box.self, from: document) == Box())
    for key in ["front-left", "Front Left", "FRONT_LEFT", "frontLeft", "front_left", "URL"] {
      #expect(document.contains("\"\(key)\":"))
    }
  }

  @Test func `the keys of a dictionary are unchanged, but the keys in its values are converted`()
    throws
  {
    struct Car: Decodable, Equatable {
      struct Wheel: Decodable, Equatable {
        let airPressure: Double
      }
      let wheelsByPlace: [String: Wheel]
    }
    let document = #"{"wheels-by-place": {"front-left": {"air-pressure": 2.5}}}"#
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromKebabCase
    let car = try decoder.decode(Car.self, from: Data(document.utf8))
    #expect(car == Car(wheelsByPlace: ["front-left": .init(airPressure: 2.5)]))
  }

  @Test(arguments: [
    ("travels-on", LetterCase.kebab), ("Travels-On", .kebab), ("TRAVELS-ON", .kebab),
    ("travels-on", .train), ("Travels-On", .train), ("TRAVELS-ON", .train),
    ("TRAVELS_ON", .macro), ("travels_on", .macro), ("travels_on", .snake),
    ("travels on", .capitalized), ("Travels On", .lower), ("TRAVELS ON", .upper),
    ("travelsOn", .lowerCamel), ("TravelsOn", .lowerCamel), ("Travels-On", .lowerCamel),
    ("travelsOn", .upperCamel), ("TravelsOn", .upperCamel), ("Travels-On", .upperCamel),
    ("travelsOn", .regular),
  ])
  func `a property is decoded from its key in any mix of upper and lower case`(
    _ key: String,
    _ letterCase: LetterCase
  ) throws {
    struct Vehicle: Decodable {
      let travelsOn: String
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .letterCaseStrategy(for: letterCase)
    let document = Data(#"{"\#(key)": "road"}"#.utf8)
    #expect(try decoder.decode(Vehicle.self, from: document).travelsOn == "road")
  }

  @Test func `two keys that differ only in their word boundaries are decoded into two properties`()
    throws
  {
    struct Pair: Decodable {
      let aB: Int
      let ab: Int
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromKebabCase
    let pair = try decoder.decode(Pair.self, from: Data(#"{"a-b": 1, "aB": 2}"#.utf8))
    #expect(pair.aB == 1)
    #expect(pair.ab == 2)
  }

  @Test func `a strategy between two letter cases does not join single letters to an acronym`()
    throws
  {
    struct Vehicle: Codable, Equatable {
      let NUMBER_OF_WHEELS: Int
      let U_R_L: String
    }
    let document = #"{"number-of-wheels":4,"u-r-l":"l"}"#
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .letterCaseStrategy(from: .kebab, to: .macro)
    let vehicle = try decoder.decode(Vehicle.self, from: Data(document.utf8))
    #expect(vehicle == Vehicle(NUMBER_OF_WHEELS: 4, U_R_L: "l"))

    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    encoder.keyEncodingStrategy = .letterCaseStrategy(from: .macro, to: .kebab)
    #expect(String(decoding: try encoder.encode(vehicle), as: UTF8.self) == document)
  }
}
