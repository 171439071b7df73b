import RemoteConfigMacros
import Testing

/// Tests an app that imports only RemoteConfigMacros.
struct OneImportTests {
  @RemoteValuesNamespace
  fileprivate enum Value {
    enum Paywall: String { case short, long }
    enum NewCart {}
    struct Layout { enum Variant: String { case grid, list } }
    struct Search {}
  }

  fileprivate enum Key: String, CaseIterable, RemoteKey {
    case paywall, newCart, layout, search

    var valueType: any RemoteValue.Type {
      switch self {
      case .paywall: Value.Paywall.self
      case .newCart: Value.NewCart.self
      case .layout: Value.Layout.self
      case .search: Value.Search.self
      }
    }
  }

  @Test func `importing RemoteConfigMacros is enough to use values, keys and a service`() {
    let texts = ["paywall": "long", "newCart": "true", "layout": "list_baseline"]
    let service = RemoteConfigService(remoteConfigKeeper: InMemoryRemoteConfigKeeper(texts))
    service.getValues(for: Key.allCases)
    #expect(
      service.currentRemoteData.map(\.value)
        == ["long", "enabled", "list_baseline", "false_baseline"]
    )
  }
}
