/* First come, first served, on one cluster, as fcfs.py: any language that reads and writes lines will do.

       cc -O2 -o fcfs fcfs.c
       metasched run scenario.json      with {"policy": "external", "command": ["./fcfs"]}

   Only the numbers that matter are looked for in a line; a larger program takes a library for JSON. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct job {
    long number, nodes;
};

static struct job *queue;
static size_t first, last, room;

static void enqueue(long number, long nodes) {
    if (last == room) {
        room = room ? 2 * room : 1024;
        queue = realloc(queue, room * sizeof *queue);
        if (!queue) exit(1);
    }
    queue[last++] = (struct job){ number, nodes };
}

/* The number after a key of this object, from `at` on. */
static long number(const char *at, const char *key) {
    const char *found = strstr(at, key);
    return found ? strtol(found + strlen(key), NULL, 10) : -1;
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0 && !strstr(line, "\"bye\":")) {
        if (strstr(line, "\"hello\":")) {
            puts("{\"hello\": 1, \"reach\": \"cluster\"}");
        } else {
            long free = number(line, "\"free\":[");
            for (const char *at = line; (at = strstr(at, "\"job\":")); at++) {
                enqueue(number(at, "\"job\":"), number(at, "\"nodes\":"));
            }
            const char *comma = "";
            printf("{\"start\": [");
            while (first < last && queue[first].nodes <= free) {
                free -= queue[first].nodes;
                printf("%s[%ld, [[0, %ld]]]", comma, queue[first].number, queue[first].nodes);
                comma = ", ";
                first++;
            }
            puts("]}");
        }
        fflush(stdout);
    }
    return 0;
}
