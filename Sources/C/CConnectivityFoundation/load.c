#include "CConnectivityFoundation.h"

// Runs before `main`: a program may use only the raw name of a notification, so that no Swift code
// of ConnectivityFoundation would run.
__attribute__((constructor)) static void install_hooks(void) { ccf_install_hooks(); }
