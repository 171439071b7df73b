// Foundation is exported too, as by the umbrella header of the original. The URL session types are a
// part of Foundation on Apple's systems, so that code written for these imports only Foundation.
@_exported public import Connectivity
@_exported public import Foundation
@_exported public import FoundationNetworking

extension Notification.Name {
  /// Posted by the notifier for each new status, with the ``Connectivity`` as object.
  ///
  /// It is posted to `NotificationCenter.default` on the callback queue, before `whenConnected` or
  /// `whenDisconnected` is called. ``Connectivity/changes`` is preferred in new code.
  public static var ConnectivityDidChange: Notification.Name {
    Notification.Name("kNetworkConnectivityChangedNotification")
  }

  /// Posted by the notifier when packets take another route, with the ``Connectivity`` as object.
  ///
  /// It is posted to `NotificationCenter.default` on the callback queue, before the check of the new
  /// route ends.
  public static var ReachabilityDidChange: Notification.Name {
    Notification.Name("kNetworkReachabilityChangedNotification")
  }
}

/// Installs the hooks of the core; called by the constructor of CConnectivityFoundation.
@_cdecl("ccf_install_hooks")
func installHooks() {
  var hooks = ConnectivityHooks()
  hooks.connectivityDidChange = { connectivity in
    NotificationCenter.default.post(name: .ConnectivityDidChange, object: connectivity)
  }
  hooks.reachabilityDidChange = { connectivity in
    NotificationCenter.default.post(name: .ReachabilityDidChange, object: connectivity)
  }
  hooks.probeDefaults = { ProbeDefaults(Connectivity.urlSessionConfiguration) }
  ConnectivityHooks.installed = hooks
}
