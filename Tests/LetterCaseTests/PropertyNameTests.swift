import Testing

@testable import LetterCase

struct PropertyNameTests {
  @Test(arguments: [
    ("userID", "user-i-d"), ("travelsOn", "travels-on"), ("user2Name", "user2-name"),
    ("URL", "u-r-l"), ("URLs", "-u-r-ls"), ("HTTPStatus", "h-t-t-p-status"),
    ("ID", "-i-d"), ("IDs", "-i-ds"), ("URL2", "-u-r-l2"), ("XAxis", "-x-axis"),
    ("aB", "a-b"), ("aBTest", "a-b-test"), ("xAxis", "x-axis"), ("x", "x"),
    ("iOSVersion", "-i-o-s-version"), ("rGB", "-r-g-b"),
  ])
  func `the key of a property name is decoded to the same name`(_ name: String, _ key: String) {
    #expect(PropertyName(name).key(in: .kebab) == key)
    for letterCase in RoundTripTests.wordCases where letterCase.separator != nil {
      let key = PropertyName(name).key(in: letterCase)
      #expect(PropertyName(key: key, in: letterCase).text == name, "\(key)")
    }
  }

  @Test(arguments: [
    ("userID", "userID", "UserID"), ("URL", "URL", "URL"), ("ID", "ID", "ID"),
    ("HTTPStatus", "HTTPStatus", "HTTPStatus"), ("xAxis", "xAxis", "XAxis"),
    ("iOSVersion", "iOSVersion", "iOSVersion"), ("aBTest", "aBTest", "aBTest"),
  ])
  func `in camel case, two capitals at the start of a name are an acronym`(
    _ name: String,
    _ lowerCamel: String,
    _ upperCamel: String
  ) {
    #expect(PropertyName(name).key(in: .lowerCamel) == lowerCamel)
    #expect(PropertyName(key: lowerCamel, in: .lowerCamel).text == name)
    #expect(PropertyName(name).key(in: .upperCamel) == upperCamel)
    #expect(PropertyName(key: upperCamel, in: .upperCamel).text == name)
  }

  @Test(arguments: [
    ("_id", "id"), ("__v", "v"), ("_links", "links"), ("__init__", "init"), ("a_b", "aB"),
    ("", ""), ("_", ""),
  ])
  func `an underscore that does not separate words is ignored`(_ key: String, _ name: String) {
    #expect(PropertyName(key: key, in: .snake).text == name)
  }

  @Test func `the index of an array is unchanged in the coding path`() {
    let path = [PlainKey(stringValue: "some-keys"), PlainKey(intValue: 3)]
    let key = PlainKey(last: path) { _ in "changed" }
    #expect(key.intValue == 3)
    #expect(key.stringValue == "3")
    #expect(PlainKey(last: []) { $0 + "changed" }.stringValue == "")
  }
}
