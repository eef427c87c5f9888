#include "CAvahiAllocator.h"

#include <avahi-common/malloc.h>
#include <stdlib.h>

static void *zeroed_malloc(size_t size) { return calloc(1, size); }

void phlist_avahi_zeroing_allocator(void) {
    // Static: libavahi-common keeps the pointer.
    static const AvahiAllocator allocator = {
        .malloc = zeroed_malloc, .free = free, .realloc = realloc, .calloc = calloc};
    avahi_set_allocator(&allocator);
}
