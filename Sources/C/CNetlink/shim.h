// The structures and constants of rtnetlink, the routing interface of the kernel.
#ifndef HALYARD_CNETLINK_SHIM_H
#define HALYARD_CNETLINK_SHIM_H

#include <sys/socket.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/if_arp.h>
#include <linux/if_link.h>

#endif
