#include "CConnectivityFoundation.h"

// Runs before `main`, so that notifications are posted in programs that use only their raw names.
__attribute__((constructor)) static void install_hooks(void) { ccf_install_hooks(); }
