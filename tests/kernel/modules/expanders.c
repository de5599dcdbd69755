// SPDX-License-Identifier: GPL-2.0
/*
 * An I2C bus, /dev/i2c-1, with five MCP23017 at 0x20 to 0x24 that read 64 contacts to ground, and one
 * at 0x26 with an 8 x 8 diode matrix. RESET of all is a GPIO line, "GPIO17". In
 * /sys/kernel/debug/expanders:
 *
 *   closed      contacts that are closed, of both boards. Input n is on chip n / 14, pins GPA0 to
 *               GPA6, GPB0 to GPB6; in the matrix row n / 8 (GPA0-5, GPA7, GPB7), column n % 8
 *               (GPB0-6, GPA6)
 *   shorted     diodes of the matrix that let current pass both ways
 *   silent      chips that do not answer (bit n: 0x20 + n)
 *   hung        one holds the bus, as long as wedge_ms would, until it is reset
 *   brown_out   writing such bits puts these chips back to what they are after power-on
 *   fail_every  each so manieth transfer fails half done; 0: none
 *   wedge_ms    writing it holds the bus for so long: each transfer times out
 *   transfers   how many there were
 */
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/gpio/driver.h>
#include <linux/i2c.h>
#include <linux/jiffies.h>
#include <linux/module.h>
#include <linux/platform_device.h>

#include "diodes.h"
#include "mcp23x17.h"

#define FIRST 0x20
#define SQUARES 5	/* chips of the contacts */
#define MATRIX 6
#define CHIPS 7
#define INPUTS 14	/* of a chip: GPA7 and GPB7 are no inputs (datasheet, revision D) */
#define NO_INPUTS 0x8080
#define BIT_NS 2500	/* 400 kHz */

static struct mcp chips[CHIPS];
static unsigned long fresh = BIT(CHIPS) - 1;	/* chips that were reset since they were spoken to */
static u64 closed, shorted;
static u8 silent;
static bool hung;
static bool held;	/* RESET is low */
static u32 fail_every, transfers;
static unsigned long wedged_until;
static struct dentry *dir;
static struct platform_device *host;

static const u8 row_pins[8] = { 0, 1, 2, 3, 4, 5, 7, 15 };
static const u8 column_pins[8] = { 8, 9, 10, 11, 12, 13, 14, 6 };

/* Pins of the matrix that a row pulls low. */
static u16 matrix_grounded(const struct mcp *chip)
{
	u16 low = mcp_low(chip), outputs = ~mcp_pair(chip, IODIR), grounded = 0;
	u8 rows_low = 0, rows_high = 0, columns;
	int i;

	for (i = 0; i < 8; i++) {
		if (low & BIT(row_pins[i]))
			rows_low |= BIT(i);
		else if (outputs & BIT(row_pins[i]))
			rows_high |= BIT(i);
	}
	columns = low_columns(closed, shorted, rows_low, rows_high);
	for (i = 0; i < 8; i++)
		if (columns & BIT(i))
			grounded |= BIT(column_pins[i]);
	return grounded;
}

static u16 levels(int n)
{
	u16 contacts, noise = get_random_u32() & NO_INPUTS;

	if (n == MATRIX)
		return (mcp_levels(&chips[n], matrix_grounded(&chips[n])) & ~NO_INPUTS) | noise;
	contacts = closed >> INPUTS * n & (BIT(INPUTS) - 1);
	contacts = (contacts & 0x7f) | (contacts & 0x3f80) << 1;
	return (mcp_levels(&chips[n], contacts) & ~NO_INPUTS) | noise;
}

static int message(struct i2c_msg *msg)
{
	int n = msg->addr - FIRST, i;

	if (n < 0 || n >= CHIPS || n == SQUARES || held || (silent & BIT(n)))
		return -ENXIO;
	if (test_and_clear_bit(n, &fresh))
		mcp_reset(&chips[n]);
	for (i = 0; i < msg->len; i++) {
		if (msg->flags & I2C_M_RD)
			msg->buf[i] = mcp_read(&chips[n], levels(n));
		else if (i == 0)
			mcp_point(&chips[n], msg->buf[0]);
		else
			mcp_write(&chips[n], msg->buf[i]);
	}
	return 0;
}

static bool is_held(void)
{
	return READ_ONCE(hung) || time_before(jiffies, READ_ONCE(wedged_until));
}

static int transfer(struct i2c_adapter *adapter, struct i2c_msg *msgs, int count)
{
	unsigned long began = jiffies, us = 0;
	int i, error = 0;
	bool fails;

	while (is_held()) {
		if (time_after(jiffies, began + adapter->timeout))
			return -ETIMEDOUT;
		msleep(1);
	}
	transfers++;
	fails = fail_every && transfers % fail_every == 0;
	for (i = 0; i < count && !error; i++) {
		error = fails && i == count / 2 ? -EREMOTEIO : message(&msgs[i]);
		us += (msgs[i].len + 1) * 9 * BIT_NS / 1000;
	}
	usleep_range(us, us + 10);
	return error ? error : count;
}

static u32 functionality(struct i2c_adapter *adapter)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm algorithm = { .master_xfer = transfer, .functionality = functionality };
static struct i2c_adapter bus = { .owner = THIS_MODULE, .algo = &algorithm, .nr = 1, .name = "expanders" };

static void reset(unsigned long which)
{
	int n;

	for_each_set_bit(n, &which, CHIPS)
		set_bit(n, &fresh);
}

static int reset_direction(struct gpio_chip *chip, unsigned int line)
{
	return GPIO_LINE_DIRECTION_OUT;
}

static int reset_get(struct gpio_chip *chip, unsigned int line)
{
	return !held;
}

static void reset_set(struct gpio_chip *chip, unsigned int line, int high)
{
	held = !high;
	if (held) {
		reset(BIT(CHIPS) - 1);
		WRITE_ONCE(hung, false);
	}
}

static int reset_output(struct gpio_chip *chip, unsigned int line, int high)
{
	reset_set(chip, line, high);
	return 0;
}

static const char *const reset_names[] = { "GPIO17" };
static struct gpio_chip reset_line = {
	.label = "expanders-reset",
	.owner = THIS_MODULE,
	.base = -1,
	.ngpio = 1,
	.names = reset_names,
	.get_direction = reset_direction,
	.direction_output = reset_output,
	.get = reset_get,
	.set = reset_set,
};

static int brown_out(void *data, u64 which)
{
	reset(which);
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(brown_out_file, NULL, brown_out, "%llu\n");

static int wedge(void *data, u64 ms)
{
	WRITE_ONCE(wedged_until, jiffies + msecs_to_jiffies(ms));
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(wedge_file, NULL, wedge, "%llu\n");

static int __init expanders_init(void)
{
	int error;

	host = platform_device_register_simple("expanders", PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(host))
		return PTR_ERR(host);
	bus.dev.parent = &host->dev;
	wedged_until = jiffies;
	error = i2c_add_numbered_adapter(&bus);
	if (error)
		goto unregister;
	reset_line.parent = &host->dev;
	error = gpiochip_add_data(&reset_line, NULL);
	if (error)
		goto remove;
	dir = debugfs_create_dir("expanders", NULL);
	debugfs_create_x64("closed", 0600, dir, &closed);
	debugfs_create_x64("shorted", 0600, dir, &shorted);
	debugfs_create_x8("silent", 0600, dir, &silent);
	debugfs_create_u32("fail_every", 0600, dir, &fail_every);
	debugfs_create_u32("transfers", 0400, dir, &transfers);
	debugfs_create_file_unsafe("brown_out", 0200, dir, NULL, &brown_out_file);
	debugfs_create_bool("hung", 0600, dir, &hung);
	debugfs_create_file_unsafe("wedge_ms", 0200, dir, NULL, &wedge_file);
	return 0;

remove:
	i2c_del_adapter(&bus);
unregister:
	platform_device_unregister(host);
	return error;
}

static void __exit expanders_exit(void)
{
	debugfs_remove_recursive(dir);
	gpiochip_remove(&reset_line);
	i2c_del_adapter(&bus);
	platform_device_unregister(host);
}

module_init(expanders_init);
module_exit(expanders_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Simulated MCP23017 on a simulated I2C bus");
