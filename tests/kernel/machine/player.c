// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Hands: does what a script (tests/kernel/hands.py) says, when it says so.
 *
 *   player <SCRIPT >LOG
 *
 * A line of the script is "US LABEL FILE VALUE": so many microseconds after the start VALUE is written
 * to FILE. A line of the log is "BEFORE AFTER LABEL FILE": the monotonic times, in microseconds, that
 * the writing lay between.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static long long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000LL + t.tv_nsec / 1000;
}

static void wait_until(long long us)
{
	struct timespec t = { us / 1000000, us % 1000000 * 1000 };

	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR)
		;
}

static int put(const char *file, const char *value)
{
	int fd = open(file, O_WRONLY);
	size_t length = strlen(value);
	int done = fd >= 0 && write(fd, value, length) == (ssize_t)length;

	if (!done)
		fprintf(stderr, "%s: %s is not taken: %s\n", file, value, strerror(errno));
	if (fd >= 0)
		close(fd);
	return done;
}

int main(void)
{
	char line[1024], label[64], file[256], value[513];
	long long start = now(), before;
	long at;

	while (fgets(line, sizeof(line), stdin)) {
		if (sscanf(line, "%ld %63s %255s %511[^\n]", &at, label, file, value) != 4) {
			fprintf(stderr, "this is no line of a script: %s", line);
			return 1;
		}
		strcat(value, "\n");
		wait_until(start + at);
		before = now();
		if (!put(file, value))
			return 1;
		printf("%lld %lld %s %s\n", before, now(), label, file);
	}
	return 0;
}
