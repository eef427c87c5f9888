#pragma once

/// Makes libavahi-common, and with it libdns_sd, allocate zeroed memory. To be called once, before any DNSService call.
///
/// libdns_sd leaves the callbacks of resolve and query references uninitialised and looks at them when avahi-daemon
/// goes away: with zeroes there it does the right thing, with chance bytes it jumps to them.
void phlist_avahi_zeroing_allocator(void);
