// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * The simulated chips behave as the datasheets say, or what is found with them means nothing. Asks
 * them through the same devices as the daemon; ends with 1 where one does not.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/gpio.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <linux/spi/spidev.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define DEBUG "/sys/kernel/debug/"

static int wrong;

static void check(int holds, const char *what, ...)
{
	va_list values;

	if (holds)
		return;
	va_start(values, what);
	printf("datasheet: not so: ");
	vprintf(what, values);
	printf("\n");
	va_end(values);
	wrong = 1;
}

static void put(const char *file, const char *format, ...)
{
	va_list values;
	FILE *out = fopen(file, "w");

	va_start(values, format);
	if (!out || vfprintf(out, format, values) < 0 || fclose(out)) {
		printf("datasheet: %s: %s\n", file, strerror(errno));
		exit(1);
	}
	va_end(values);
}

static int device(const char *file)
{
	int fd = open(file, O_RDWR);

	if (fd < 0) {
		printf("datasheet: %s: %s\n", file, strerror(errno));
		exit(1);
	}
	return fd;
}

static long long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000LL + t.tv_nsec / 1000000;
}

/* Lines of whatever chip has one of the first of these names, in the order of the names. */
static int lines(const char *const names[], int count, uint64_t flags)
{
	struct gpio_v2_line_request request = { .config.flags = flags, .consumer = "datasheet" };
	struct gpio_v2_line_info info;
	char file[300];
	struct dirent *entry;
	DIR *dir = opendir("/dev");

	while ((entry = readdir(dir))) {
		struct gpiochip_info chip;
		int fd;
		unsigned int i;

		if (strncmp(entry->d_name, "gpiochip", 8))
			continue;
		snprintf(file, sizeof(file), "/dev/%s", entry->d_name);
		fd = device(file);
		ioctl(fd, GPIO_GET_CHIPINFO_IOCTL, &chip);
		for (int name = 0; name < count; name++)
			for (i = 0; i < chip.lines; i++) {
				memset(&info, 0, sizeof(info));
				info.offset = i;
				ioctl(fd, GPIO_V2_GET_LINEINFO_IOCTL, &info);
				if (!strcmp(info.name, names[name]))
					request.offsets[request.num_lines++] = i;
			}
		if (request.num_lines) {
			if (request.num_lines != (unsigned int)count || ioctl(fd, GPIO_V2_GET_LINE_IOCTL, &request)) {
				printf("datasheet: %s: %s\n", names[0], strerror(errno));
				exit(1);
			}
			close(fd);
			closedir(dir);
			return request.fd;
		}
		close(fd);
	}
	printf("datasheet: there is no line %s\n", names[0]);
	exit(1);
}

static uint64_t get(int fd, int count)
{
	struct gpio_v2_line_values values = { .mask = count < 64 ? (1ULL << count) - 1 : ~0ULL };

	ioctl(fd, GPIO_V2_LINE_GET_VALUES_IOCTL, &values);
	return values.bits;
}

static void set(int fd, uint64_t bits, uint64_t mask)
{
	struct gpio_v2_line_values values = { .bits = bits, .mask = mask };

	ioctl(fd, GPIO_V2_LINE_SET_VALUES_IOCTL, &values);
}

/* I2C ********************************************************************************************/

static int i2c;

static int i2c_write(int chip, int reg, int a, int b)
{
	uint8_t bytes[] = { reg, a, b };
	struct i2c_msg msg = { .addr = chip, .len = 3, .buf = bytes };
	struct i2c_rdwr_ioctl_data data = { &msg, 1 };

	return ioctl(i2c, I2C_RDWR, &data);
}

/* Two registers of several chips in one transfer. */
static int i2c_read(const int *chips, int count, uint8_t reg, uint16_t *values)
{
	struct i2c_msg msgs[16];
	struct i2c_rdwr_ioctl_data data = { msgs, 2 * count };

	for (int i = 0; i < count; i++) {
		msgs[2 * i] = (struct i2c_msg){ .addr = chips[i], .len = 1, .buf = &reg };
		msgs[2 * i + 1] = (struct i2c_msg){ .addr = chips[i], .flags = I2C_M_RD, .len = 2, .buf = (uint8_t *)&values[i] };
	}
	return ioctl(i2c, I2C_RDWR, &data) < 0 ? errno : 0;
}

static uint16_t pair(int chip, int reg)
{
	uint16_t value = 0xdead;
	int error = i2c_read(&chip, 1, reg, &value);

	check(!error, "0x%02x answers (%s)", chip, strerror(error));
	return value;
}

/* The bits of a register that change from reading to reading. */
static uint16_t floating(int chip)
{
	uint16_t first = pair(chip, 0x12), differs = 0;

	for (int i = 0; i < 40; i++)
		differs |= pair(chip, 0x12) ^ first;
	return differs;
}

static void expanders(void)
{
	static const int all[] = { 0x20, 0x21, 0x22, 0x23, 0x24 };
	static const char *const reset_name[] = { "GPIO17" };
	uint16_t values[5];
	uint64_t closed = 0x8040201008040201;
	long long start;
	int error, reset;

	i2c = device("/dev/i2c-1");
	put(DEBUG "expanders/closed", "%#llx", (unsigned long long)closed);
	check(pair(0x20, 0x00) == 0xffff, "all pins are inputs after power-on");
	check(pair(0x20, 0x0c) == 0, "no pull-up is on after power-on");
	check((floating(0x21) & 0x7f7f) == 0x3f6f, "pins without pull-up float, closed contacts do not");
	for (int n = 0; n < 5; n++)
		i2c_write(all[n], 0x0c, 0x7f, 0x7f);
	check(!i2c_read(all, 5, 0x12, values), "five chips are read in one transfer");
	for (int input = 0; input < 64; input++) {
		int pin = input % 14;
		int high = values[input / 14] >> (pin < 7 ? pin : pin + 1) & 1;

		check(high == !(closed >> input & 1), "input %d is low where its contact is closed", input);
	}
	check(floating(0x20) == 0x8080, "GPA7 and GPB7 are no inputs, the others have their pull-ups");
	i2c_write(0x20, 0x02, 0xff, 0xff);
	check((pair(0x20, 0x12) & 0x7f7f) == 0x0401, "IPOL turns inputs round");

	put(DEBUG "expanders/silent", "4");
	error = i2c_read(all, 5, 0x12, values);
	check(error == ENXIO, "a silent chip spoils the transfer (%s)", strerror(error));
	check(!i2c_read(all, 2, 0x12, values), "the others answer");
	put(DEBUG "expanders/silent", "0");

	ioctl(i2c, I2C_TIMEOUT, 5); /* tens of ms */
	put(DEBUG "expanders/hung", "1");
	check(i2c_read(all, 1, 0x12, values) == ETIMEDOUT, "a chip that hangs holds the bus");
	reset = lines(reset_name, 1, GPIO_V2_LINE_FLAG_OUTPUT);
	check(i2c_read(all, 1, 0x12, values) == ENXIO, "no chip answers while RESET is low");
	set(reset, 1, 1);
	check(!i2c_read(all, 5, 0x0c, values) && !values[0] && !values[2], "afterwards all do, and are as after power-on");
	close(reset);
	for (int n = 0; n < 5; n++)
		i2c_write(all[n], 0x0c, 0x7f, 0x7f);

	put(DEBUG "expanders/brown_out", "2");
	check(pair(0x21, 0x0c) == 0 && pair(0x20, 0x0c) == 0x7f7f, "a brown-out takes the pull-ups of that chip");

	put(DEBUG "expanders/fail_every", "3");
	error = 0;
	for (int i = 0; i < 9; i++)
		error += !!i2c_read(all, 1, 0x12, values);
	check(error == 3, "each third transfer fails: %d of 9", error);
	put(DEBUG "expanders/fail_every", "0");

	put(DEBUG "expanders/wedge_ms", "300");
	start = now_ms();
	error = i2c_read(all, 1, 0x12, values);
	check(error == ETIMEDOUT && now_ms() - start >= 50, "a wedged bus times out after its time");
	while (i2c_read(all, 1, 0x12, values) && now_ms() - start < 2000)
		;
	check(now_ms() - start >= 250 && now_ms() - start < 500, "and is well again after so long");
	ioctl(i2c, I2C_TIMEOUT, 100);

	/* The matrix: rows low one after the other, the others high. */
	put(DEBUG "expanders/closed", "%#llx", (unsigned long long)closed);
	i2c_write(0x26, 0x14, 0xff, 0xff);
	i2c_write(0x26, 0x0c, 0x40, 0x7f);
	i2c_write(0x26, 0x00, 0x40, 0x7f);
	for (int row = 0; row < 8; row++) {
		uint16_t out = ~(1 << (row < 6 ? row : row == 6 ? 7 : 15)), in;

		i2c_write(0x26, 0x14, out, out >> 8);
		in = pair(0x26, 0x12);
		in = (in >> 8 & 0x7f) | (in & 0x40) << 1;
		check(in == (uint8_t)~(1 << row), "row %d has its contact (%02x)", row, in);
	}
	put(DEBUG "expanders/brown_out", "0x7f");
	put(DEBUG "expanders/closed", "0");
	close(i2c);
}

/* SPI ********************************************************************************************/

static void spi_transfer(int spi, const uint8_t *out, uint8_t *in, int length)
{
	struct spi_ioc_transfer part = { .tx_buf = (uintptr_t)out, .rx_buf = (uintptr_t)in, .len = length, .speed_hz = 1000000 };

	check(ioctl(spi, SPI_IOC_MESSAGE(1), &part) == length, "the transfer is made (%s)", strerror(errno));
}

static void chain(void)
{
	static const char *const latch_name[] = { "GPIO25" };
	uint64_t closed = 0x8040201008040281, ones = ~0ULL;
	uint8_t in[9], mode = 0;
	int spi = device("/dev/spidev0.0"), latch = lines(latch_name, 1, GPIO_V2_LINE_FLAG_OUTPUT);

	ioctl(spi, SPI_IOC_WR_MODE, &mode);
	put(DEBUG "chain/closed", "%#llx", (unsigned long long)closed);
	set(latch, 0, 1);
	spi_transfer(spi, NULL, in, 9);
	check(in[0] == 0 && in[8] == 0, "while SH/LD is low nothing is shifted, and H of the nearest shows (%02x)", in[0]);
	closed = ~closed;
	put(DEBUG "chain/closed", "%#llx", (unsigned long long)~closed);
	set(latch, 1, 1);
	put(DEBUG "chain/closed", "0"); /* too late for this frame */
	spi_transfer(spi, NULL, in, 9);
	check(!memcmp(in, &closed, 8), "the inputs are read as they were when SH/LD went high");
	check(in[8] == 0xa5, "the ninth chip has the sentinel (%02x)", in[8]);
	spi_transfer(spi, NULL, in, 9);
	check(in[0] == 0 && in[8] == 0, "what was shifted out is gone until it is loaded again");

	for (int reached = 8; reached >= 0; reached--) {
		put(DEBUG "chain/reached", "%d", reached);
		set(latch, 0, 1);
		set(latch, 1, 1);
		spi_transfer(spi, NULL, in, 9);
		check(!memcmp(in, &ones, 8) && in[8] == 0xff, "beyond chip %d all is high", reached);
	}
	put(DEBUG "chain/reached", "9");
	mode = SPI_MODE_1;
	ioctl(spi, SPI_IOC_WR_MODE, &mode);
	set(latch, 0, 1);
	set(latch, 1, 1);
	spi_transfer(spi, NULL, in, 9);
	check(in[8] == 0x4a, "in the wrong mode a bit is lost (%02x)", in[8]);
	mode = 0;
	ioctl(spi, SPI_IOC_WR_MODE, &mode);
	set(latch, 0, 1);
	close(latch);
	close(spi);

	spi = device("/dev/spidev0.1");
	put(DEBUG "chain/closed", "%#llx", (unsigned long long)closed);
	/* Before HAEN all answer to address 0; IOCON is the same register in both ports. */
	spi_transfer(spi, (uint8_t[]){ 0x40, 0x0a, 0x08 }, in, 3);
	for (int n = 0; n < 4; n++) {
		spi_transfer(spi, (uint8_t[]){ 0x40 | n << 1, 0x0c, 0xff, 0xff }, in, 4);
		spi_transfer(spi, (uint8_t[]){ 0x41 | n << 1, 0x12, 0, 0 }, in, 4);
		check((in[2] | in[3] << 8) == (uint16_t)~(closed >> 16 * n), "MCP23S17 %d has its sixteen inputs", n);
	}
	put(DEBUG "chain/brown_out", "0xf");
	put(DEBUG "chain/closed", "0");
	close(spi);
}

/* GPIO *******************************************************************************************/

static void matrix(void)
{
	static const char *const row_names[] = { "R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8" };
	static const char *const column_names[] = { "C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8" };
	int rows = lines(row_names, 8, GPIO_V2_LINE_FLAG_OUTPUT | GPIO_V2_LINE_FLAG_OPEN_DRAIN);
	int columns = lines(column_names, 8, GPIO_V2_LINE_FLAG_INPUT);
	uint64_t first, differs = 0;

	set(rows, 0xff, 0xff);
	first = get(columns, 8);
	for (int i = 0; i < 40; i++)
		differs |= get(columns, 8) ^ first;
	check(differs == 0xff, "columns without pull-up float (%02llx)", (unsigned long long)differs);
	close(columns);
	columns = lines(column_names, 8, GPIO_V2_LINE_FLAG_INPUT | GPIO_V2_LINE_FLAG_BIAS_PULL_UP);
	check(get(columns, 8) == 0xff, "and are high with one");

	/* Three corners of a rectangle. */
	put(DEBUG "matrix/closed", "%#llx", 1ULL << 0 | 1ULL << 5 | 1ULL << (8 * 3));
	put(DEBUG "matrix/settle_us", "200000");
	set(rows, 0xf7, 0xff);
	check(get(columns, 8) == 0xff, "it takes time until a row is seen");
	usleep(250000);
	check(get(columns, 8) == 0xfe, "row 4 has one contact");
	put(DEBUG "matrix/settle_us", "0");
	put(DEBUG "matrix/shorted", "0x1");
	check(get(columns, 8) == 0xde, "a shorted diode shows the fourth corner");
	put(DEBUG "matrix/shorted", "0");
	set(rows, 0xfe, 0xff);
	check(get(columns, 8) == 0xde, "row 1 has two");
	set(rows, 0xff, 0xff);
	put(DEBUG "matrix/closed", "0");
	put(DEBUG "matrix/settle_us", "40");
	close(rows);
	close(columns);
}

static void squares(void)
{
	static const char *const names[] = { "b1", "h8" };
	int fd = lines(names, 2, GPIO_V2_LINE_FLAG_INPUT | GPIO_V2_LINE_FLAG_BIAS_PULL_UP | GPIO_V2_LINE_FLAG_EDGE_FALLING);
	struct gpio_v2_line_event event;

	put("/squares/sim_gpio1/pull", "pull-up");
	put("/squares/sim_gpio63/pull", "pull-up");
	check(get(fd, 2) == 3, "a line is high where its contact is open");
	put("/squares/sim_gpio63/pull", "pull-down");
	check(get(fd, 2) == 1, "a line is low where its contact is closed");
	check(read(fd, &event, sizeof(event)) == sizeof(event) && event.id == GPIO_V2_LINE_EVENT_FALLING_EDGE &&
	      llabs((long long)(event.timestamp_ns / 1000000) - now_ms()) < 1000, "and tells when it became so");
	put("/squares/sim_gpio63/pull", "pull-up");
	close(fd);
}

int main(void)
{
	expanders();
	chain();
	matrix();
	squares();
	puts(wrong ? "datasheet: the chips are wrong" : "datasheet: the chips are as they should be");
	return wrong;
}
