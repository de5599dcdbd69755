// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Asks a board's web server, without a library that would have to be there to look up its address.
 *
 *   ask BOARD PORT PATH [JSON] >ANSWER 2>>LOG
 *
 * With JSON it is a POST. The line of the log is "BOARD PATH STATUS MS"; 0 is the status of none.
 */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static char answer[1 << 20];

static long long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000LL + t.tv_nsec / 1000000;
}

/* The status of the answer that is in `answer`. */
static int get(int port, const char *path, const char *body)
{
	struct sockaddr_in server = { .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	struct timeval patience = { .tv_sec = 5 };
	int fd = socket(AF_INET, SOCK_STREAM, 0), status = 0;
	size_t length = 0;
	ssize_t more;

	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	if (connect(fd, (struct sockaddr *)&server, sizeof(server)))
		return 0;
	dprintf(fd, "%s %s HTTP/1.0\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
		body ? "POST" : "GET", path, port, body ? strlen(body) : 0, body ? body : "");
	while ((more = read(fd, answer + length, sizeof(answer) - 1 - length)) > 0)
		length += more;
	close(fd);
	if (more < 0 || sscanf(answer, "HTTP/%*s %d", &status) != 1)
		return 0;
	return status;
}

int main(int count, char **args)
{
	long long began = now_ms();
	int status;
	char *body;

	if (count < 4)
		return 2;
	status = get(atoi(args[2]), args[3], args[4]);
	fprintf(stderr, "%s %s %d %lld\n", args[1], args[3], status, now_ms() - began);
	body = strstr(answer, "\r\n\r\n");
	fputs(body ? body + 4 : answer, stdout);
	return status / 100 != 2;
}
