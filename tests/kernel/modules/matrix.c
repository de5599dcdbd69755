// SPDX-License-Identifier: GPL-2.0
/*
 * An 8 x 8 diode matrix on 16 GPIO lines that depend on each other: rows "R1" to "R8", columns "C1"
 * to "C8". A column nothing pulls low is high where its line has a pull-up, and floats where not. In
 * /sys/kernel/debug/matrix:
 *
 *   closed      contacts that are closed: n is row n / 8, column n % 8
 *   shorted     diodes that let current pass both ways
 *   settle_us   how long after a row was changed the columns still show what they showed before
 */
#include <linux/debugfs.h>
#include <linux/gpio/driver.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/random.h>

#include "diodes.h"

#define LINES 16	/* rows, then columns */

static u64 closed, shorted;
static u32 settle_us = 40;
static struct dentry *dir;
static struct platform_device *host;

static DEFINE_SPINLOCK(lock);
static u16 outputs, high, pulled_up;
static u8 before;	/* columns that were low before the last change of a row */
static ktime_t changed;

static u8 columns(void)
{
	u8 rows = outputs;

	return low_columns(closed, shorted, rows & ~high, rows & high);
}

static void change(unsigned int line, bool output, bool level)
{
	unsigned long flags;
	u8 was;

	spin_lock_irqsave(&lock, flags);
	was = columns();
	outputs = output ? outputs | BIT(line) : outputs & ~BIT(line);
	high = level ? high | BIT(line) : high & ~BIT(line);
	if (line < 8 && columns() != was) {
		before = was;
		changed = ktime_get();
	}
	spin_unlock_irqrestore(&lock, flags);
}

static int matrix_direction(struct gpio_chip *chip, unsigned int line)
{
	return outputs & BIT(line) ? GPIO_LINE_DIRECTION_OUT : GPIO_LINE_DIRECTION_IN;
}

static int matrix_input(struct gpio_chip *chip, unsigned int line)
{
	change(line, false, high & BIT(line));
	return 0;
}

static int matrix_output(struct gpio_chip *chip, unsigned int line, int level)
{
	change(line, true, level);
	return 0;
}

static void matrix_set(struct gpio_chip *chip, unsigned int line, int level)
{
	change(line, outputs & BIT(line), level);
}

static int matrix_get(struct gpio_chip *chip, unsigned int line)
{
	unsigned long flags;
	bool level;

	spin_lock_irqsave(&lock, flags);
	if (outputs & BIT(line))
		level = high & BIT(line);
	else if (line < 8 || !(pulled_up & BIT(line)))
		level = get_random_u32() & 1;
	else
		level = true;
	if (line >= 8) {
		bool settled = ktime_us_delta(ktime_get(), changed) >= settle_us;
		u8 low = settled ? columns() : before;

		if (low & BIT(line - 8))
			level = false;
	}
	spin_unlock_irqrestore(&lock, flags);
	return level;
}

static int matrix_config(struct gpio_chip *chip, unsigned int line, unsigned long config)
{
	switch (pinconf_to_config_param(config)) {
	case PIN_CONFIG_BIAS_PULL_UP:
		pulled_up |= BIT(line);
		return 0;
	case PIN_CONFIG_BIAS_DISABLE:
	case PIN_CONFIG_BIAS_PULL_DOWN:
		pulled_up &= ~BIT(line);
		return 0;
	default:
		return -ENOTSUPP;
	}
}

static const char *const names[LINES] = {
	"R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8",
};
static struct gpio_chip lines = {
	.label = "matrix",
	.owner = THIS_MODULE,
	.base = -1,
	.ngpio = LINES,
	.names = names,
	.get_direction = matrix_direction,
	.direction_input = matrix_input,
	.direction_output = matrix_output,
	.get = matrix_get,
	.set = matrix_set,
	.set_config = matrix_config,
};

static int __init matrix_init(void)
{
	int error;

	host = platform_device_register_simple("matrix", PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(host))
		return PTR_ERR(host);
	lines.parent = &host->dev;
	error = gpiochip_add_data(&lines, NULL);
	if (error) {
		platform_device_unregister(host);
		return error;
	}
	dir = debugfs_create_dir("matrix", NULL);
	debugfs_create_x64("closed", 0600, dir, &closed);
	debugfs_create_x64("shorted", 0600, dir, &shorted);
	debugfs_create_u32("settle_us", 0600, dir, &settle_us);
	return 0;
}

static void __exit matrix_exit(void)
{
	debugfs_remove_recursive(dir);
	gpiochip_remove(&lines);
	platform_device_unregister(host);
}

module_init(matrix_init);
module_exit(matrix_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Simulated diode matrix on simulated GPIO lines");
