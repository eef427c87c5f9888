#pragma once
void phlist_avahi_zeroing_allocator(void);
