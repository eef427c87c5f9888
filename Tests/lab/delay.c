/* A slow cable: hands each frame that arrives at one interface to the other one some time later, in both directions.
 *
 *   usage: delay INTERFACE INTERFACE MILLISECONDS
 *
 * What is on its way is bounded as in the queue of a router: a frame that finds no room is lost. Frames keep the header
 * with which the kernel says what it has left undone, checksums and the cutting of large segments, so hosts need no
 * other settings than with any other cable.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* What 20 MB/s put into a cable of 200 ms; and a segment that the kernel has not cut, with its headers. */
enum { queue_bytes_max = 4 << 20, frame_bytes_max = (64 << 10) + 256 };

struct frame {
    struct frame *next;
    int64_t due;
    size_t size;
    char bytes[];
};

/* What goes from one interface to the other; the oldest frame is the first. */
struct direction {
    int from, to;
    size_t queued;
    struct frame *first, **end;
};

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static void expect(int holds, const char *what) {
    if (holds) return;
    perror(what);
    exit(1);
}

/* A socket that has every frame of an interface that comes from the other end of its cable. */
static int open_interface(const char *name) {
    int end = socket(AF_PACKET, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), on = 1;
    expect(end >= 0, "socket");
    expect(setsockopt(end, SOL_PACKET, PACKET_VNET_HDR, &on, sizeof on) == 0, "PACKET_VNET_HDR");
    expect(setsockopt(end, SOL_PACKET, PACKET_IGNORE_OUTGOING, &on, sizeof on) == 0, "PACKET_IGNORE_OUTGOING");
    int interface = (int)if_nametoindex(name);
    expect(interface != 0, name);
    struct sockaddr_ll place = {
        .sll_family = AF_PACKET, .sll_protocol = htons(ETH_P_ALL), .sll_ifindex = interface};
    expect(bind(end, (struct sockaddr *)&place, sizeof place) == 0, name);
    struct packet_mreq all = {.mr_ifindex = interface, .mr_type = PACKET_MR_PROMISC};
    expect(setsockopt(end, SOL_PACKET, PACKET_ADD_MEMBERSHIP, &all, sizeof all) == 0, "PACKET_MR_PROMISC");
    return end;
}

static void take_in(struct direction *direction, int64_t delay) {
    static char bytes[frame_bytes_max];
    ssize_t size;
    while ((size = recv(direction->from, bytes, sizeof bytes, 0)) > 0) {
        if (direction->queued + (size_t)size > queue_bytes_max) continue;
        struct frame *frame = malloc(sizeof *frame + (size_t)size);
        expect(frame != NULL, "malloc");
        *frame = (struct frame){.due = now() + delay, .size = (size_t)size};
        memcpy(frame->bytes, bytes, frame->size);
        *direction->end = frame;
        direction->end = &frame->next;
        direction->queued += frame->size;
    }
}

/* A cable that is pulled out loses what is sent into it. */
static void give_out(struct direction *direction) {
    int64_t time = now();
    while (direction->first && direction->first->due <= time) {
        struct frame *frame = direction->first;
        ssize_t sent = send(direction->to, frame->bytes, frame->size, 0);
        expect(sent >= 0 || errno == ENETDOWN || errno == ENOBUFS || errno == EAGAIN || errno == ENXIO, "send");
        direction->first = frame->next;
        if (!direction->first) direction->end = &direction->first;
        direction->queued -= frame->size;
        free(frame);
    }
}

/* Waits until a frame has come or one is due. */
static void wait_for_frames(const struct direction *both) {
    struct pollfd ends[2];
    int64_t due = INT64_MAX, time = now();
    for (int i = 0; i < 2; i++) {
        ends[i] = (struct pollfd){.fd = both[i].from, .events = POLLIN};
        if (both[i].first && both[i].first->due < due) due = both[i].first->due;
    }
    int64_t left = due > time ? due - time : 0;
    struct timespec patience = {.tv_sec = left / 1000000000, .tv_nsec = left % 1000000000};
    expect(ppoll(ends, 2, due == INT64_MAX ? NULL : &patience, NULL) >= 0, "ppoll");
}

int main(int count, char **words) {
    if (count != 4) {
        fprintf(stderr, "usage: delay INTERFACE INTERFACE MILLISECONDS\n");
        return 64;
    }
    int one = open_interface(words[1]), other = open_interface(words[2]);
    int64_t delay = strtoll(words[3], NULL, 10) * 1000000;
    struct direction both[2] = {{.from = one, .to = other}, {.from = other, .to = one}};
    for (int i = 0; i < 2; i++) both[i].end = &both[i].first;
    for (;;) {
        wait_for_frames(both);
        for (int i = 0; i < 2; i++) {
            take_in(&both[i], delay);
            give_out(&both[i]);
        }
    }
}
