import Foundation
import LetterCase
import Testing

/// Tests the example of the article on key decoding strategies.
struct ArticleTests {
  struct Vehicles: Codable {
    let vehicles: [Vehicle]
  }

  struct Vehicle: Codable, Equatable {
    let name: String
    let travelsOn: Medium
    let numberOfWheels: Int
  }

  enum Medium: String, Codable {
    case air, rail, road, water
  }

  static let document = """
    {
      "vehicles": [
        { "name": "car", "travels-on": "road", "number-of-wheels": 4 },
        { "name": "boat", "travels-on": "water", "number-of-wheels": 0 },
        { "name": "train", "travels-on": "rail", "number-of-wheels": 80 },
        { "name": "plane", "travels-on": "air", "number-of-wheels": 18 }
      ]
    }
    """

  @Test
  func `convertFromKebabCase decodes keys in kebab case, and convertToKebabCase encodes them`()
    throws
  {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromKebabCase
    let vehicles = try decoder.decode(Vehicles.self, from: Data(Self.document.utf8)).vehicles
    #expect(
      vehicles == [
        Vehicle(name: "car", travelsOn: .road, numberOfWheels: 4),
        Vehicle(name: "boat", travelsOn: .water, numberOfWheels: 0),
        Vehicle(name: "train", travelsOn: .rail, numberOfWheels: 80),
        Vehicle(name: "plane", travelsOn: .air, numberOfWheels: 18),
      ]
    )

    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToKebabCase
    let written = try encoder.encode(Vehicles(vehicles: vehicles))
    #expect(try decoder.decode(Vehicles.self, from: written).vehicles == vehicles)
    #expect(String(decoding: written, as: UTF8.self).contains(#""number-of-wheels":80"#))
  }

  @Test func `keys in kebab case are decoded into properties in macro case`() throws {
    struct Vehicles: Decodable {
      struct Vehicle: Decodable {
        let NAME: String
        let TRAVELS_ON: String
        let NUMBER_OF_WHEELS: Int
      }
      let VEHICLES: [Vehicle]
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .letterCaseStrategy(from: .kebab, to: .macro)
    let vehicles = try decoder.decode(Vehicles.self, from: Data(Self.document.utf8)).VEHICLES
    #expect(vehicles.map(\.NUMBER_OF_WHEELS) == [4, 0, 80, 18])
    #expect(vehicles.map(\.TRAVELS_ON) == ["road", "water", "rail", "air"])
    #expect(vehicles.first?.NAME == "car")
  }
}
