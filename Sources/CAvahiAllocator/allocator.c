#include "CAvahiAllocator.h"
void phlist_avahi_zeroing_allocator(void) {}
