// SPDX-License-Identifier: GPL-2.0
/*
 * An SPI bus with, at chip select 0 (/dev/spidev0.0), nine 74HC165 in a chain whose SH/LD is a GPIO
 * line "GPIO25"; and at chip select 1 (/dev/spidev0.1) four MCP23S17. Both read the same 64 contacts
 * to ground. In /sys/kernel/debug/chain:
 *
 *   closed      contacts that are closed: input n of the chain is pin A + n % 8 of chip n / 8, the
 *               one nearest the Pi being chip 0; of the MCP23S17 pin n % 16 of chip n / 16
 *   sentinel    what the ninth chip, the farthest, is wired to
 *   reached     chips of the chain that are reached: beyond, the next one's serial input is open and
 *               reads high. 9: all; 0: MISO itself is open
 *   fail_every  each so manieth transfer fails; 0: none
 *   brown_out   writing bits puts these MCP23S17 back to what they are after power-on
 *   transfers   how many there were
 */
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/gpio/driver.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/spi/spi.h>

#include "mcp23x17.h"

#define CHIPS 9
#define SENTINEL 8
#define EXPANDERS 4

static u64 closed;
static u8 sentinel = 0xa5;
static u8 reached = CHIPS;
static u32 fail_every, transfers;
static struct dentry *dir;
static struct platform_device *host;
static struct spi_controller *bus;

/* The chain. The highest bit of chip 0 is what its QH shows. */
static DEFINE_SPINLOCK(lock);
static u8 shifted[CHIPS];
static bool loads = true;	/* SH/LD is low: outputs follow the inputs, the clock does nothing */

static void load(void)
{
	int n;

	for (n = 0; n < SENTINEL; n++)
		shifted[n] = ~(closed >> 8 * n);	/* pulled up; a closed contact pulls it down */
	shifted[SENTINEL] = sentinel;
}

/* The level at MISO. */
static bool shown(void)
{
	if (reached == 0)
		return true;
	if (loads)
		load();
	return shifted[0] & 0x80;
}

/* The clock rises: what is in the chain moves on by one. */
static void shift(void)
{
	int n;

	if (loads)
		return;
	for (n = 0; n < CHIPS; n++) {
		bool in = n + 1 < CHIPS ? shifted[n + 1] & 0x80 : false;	/* the last one's is grounded */

		if (n + 1 == reached && reached < CHIPS)
			in = true;
		shifted[n] = shifted[n] << 1 | in;
	}
}

static u8 chain_byte(bool late)
{
	unsigned long flags;
	u8 byte = 0;
	int bit;

	spin_lock_irqsave(&lock, flags);
	for (bit = 0; bit < 8; bit++) {
		if (late)
			shift();
		byte = byte << 1 | shown();
		if (!late)
			shift();
	}
	spin_unlock_irqrestore(&lock, flags);
	return byte;
}

/* The expanders. One that has HAEN not set answers to address 0, whatever its pins say. */
static struct mcp expanders[EXPANDERS];
static u8 opcode;
static unsigned int clocked;	/* bytes since the chip select went low */

static u8 expander_byte(u8 out)
{
	u8 in = 0xff;
	int n;

	for (n = 0; n < EXPANDERS; n++) {
		struct mcp *chip = &expanders[n];
		int address = chip->reg[IOCON] & HAEN ? n : 0;

		if (clocked > 0 && (opcode & 0xfe) != (0x40 | address << 1))
			continue;
		if (clocked == 1)
			mcp_point(chip, out);
		else if (clocked > 1 && opcode & 1)
			in &= mcp_read(chip, mcp_levels(chip, closed >> 16 * n));
		else if (clocked > 1)
			mcp_write(chip, out);
	}
	if (clocked++ == 0)
		opcode = out;
	return in;
}

static void select_chip(struct spi_device *device, bool high)
{
	clocked = 0;
}

static int transfer_one(struct spi_controller *controller, struct spi_device *device, struct spi_transfer *part)
{
	const u8 *out = part->tx_buf;
	u8 *in = part->rx_buf;
	unsigned long us = part->len * 8 * 1000000UL / part->speed_hz;
	/* In mode 1 the level is taken after the edge on which the chain shifts: one bit is lost. */
	bool late = (device->mode & SPI_MODE_X_MASK) == SPI_MODE_1;
	unsigned int i;

	transfers++;
	if (fail_every && transfers % fail_every == 0)
		return -EIO;
	for (i = 0; i < part->len; i++) {
		u8 byte = device->chip_select ? expander_byte(out ? out[i] : 0) : chain_byte(late);

		if (in)
			in[i] = byte;
	}
	if (us >= 50)	/* less is not worth a timer */
		usleep_range(us, us + 10);
	return 0;
}

/* The latch, a line of a GPIO chip of its own. */
static int latch_direction(struct gpio_chip *chip, unsigned int line)
{
	return GPIO_LINE_DIRECTION_OUT;
}

static int latch_get(struct gpio_chip *chip, unsigned int line)
{
	return !loads;
}

static void latch_set(struct gpio_chip *chip, unsigned int line, int high)
{
	unsigned long flags;

	spin_lock_irqsave(&lock, flags);
	if (loads && high)
		load();
	loads = !high;
	spin_unlock_irqrestore(&lock, flags);
}

static int latch_output(struct gpio_chip *chip, unsigned int line, int high)
{
	latch_set(chip, line, high);
	return 0;
}

static const char *const latch_names[] = { "GPIO25" };
static struct gpio_chip latch = {
	.label = "chain-latch",
	.owner = THIS_MODULE,
	.base = -1,
	.ngpio = 1,
	.names = latch_names,
	.get_direction = latch_direction,
	.direction_output = latch_output,
	.get = latch_get,
	.set = latch_set,
};

static int brown_out(void *data, u64 which)
{
	int n;

	for (n = 0; n < EXPANDERS; n++)
		if (which & BIT(n))
			mcp_reset(&expanders[n]);
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(brown_out_file, NULL, brown_out, "%llu\n");

/* spidev binds only to names it knows; this is one of them. */
static struct spi_board_info seen[] = {
	{ .modalias = "dh2228fv", .max_speed_hz = 10000000, .chip_select = 0 },
	{ .modalias = "dh2228fv", .max_speed_hz = 10000000, .chip_select = 1 },
};

static int spi_bus_register(void)
{
	int i, error;

	bus = spi_alloc_master(&host->dev, 0);
	if (!bus)
		return -ENOMEM;
	bus->bus_num = 0;
	bus->num_chipselect = ARRAY_SIZE(seen);
	bus->mode_bits = SPI_CPOL | SPI_CPHA | SPI_CS_HIGH;
	bus->transfer_one = transfer_one;
	bus->set_cs = select_chip;
	error = spi_register_controller(bus);
	if (error) {
		spi_controller_put(bus);
		return error;
	}
	for (i = 0; i < ARRAY_SIZE(seen); i++)
		if (!spi_new_device(bus, &seen[i])) {
			spi_unregister_controller(bus);
			return -ENODEV;
		}
	return 0;
}

static int __init chain_init(void)
{
	int n, error;

	for (n = 0; n < EXPANDERS; n++)
		mcp_reset(&expanders[n]);
	host = platform_device_register_simple("chain", PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(host))
		return PTR_ERR(host);
	latch.parent = &host->dev;
	error = gpiochip_add_data(&latch, NULL);
	if (error)
		goto unregister;
	error = spi_bus_register();
	if (error)
		goto remove;
	dir = debugfs_create_dir("chain", NULL);
	debugfs_create_x64("closed", 0600, dir, &closed);
	debugfs_create_x8("sentinel", 0600, dir, &sentinel);
	debugfs_create_u8("reached", 0600, dir, &reached);
	debugfs_create_u32("fail_every", 0600, dir, &fail_every);
	debugfs_create_u32("transfers", 0400, dir, &transfers);
	debugfs_create_file_unsafe("brown_out", 0200, dir, NULL, &brown_out_file);
	return 0;

remove:
	gpiochip_remove(&latch);
unregister:
	platform_device_unregister(host);
	return error;
}

static void __exit chain_exit(void)
{
	debugfs_remove_recursive(dir);
	spi_unregister_controller(bus);
	gpiochip_remove(&latch);
	platform_device_unregister(host);
}

module_init(chain_init);
module_exit(chain_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Simulated chain of 74HC165, and MCP23S17, on a simulated SPI bus");
