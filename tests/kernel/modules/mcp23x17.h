/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The registers of an MCP23017 (I2C) or MCP23S17 (SPI), which differ only in their bus: two ports of
 * eight pins, registers of A and B side by side (BANK = 0). Microchip DS20001952, tables 3-1 to 3-5.
 */
#ifndef MCP23X17_H
#define MCP23X17_H

#include <linux/random.h>
#include <linux/string.h>
#include <linux/types.h>

enum { IODIR = 0x00, IPOL = 0x02, IOCON = 0x0a, GPPU = 0x0c, GPIO = 0x12, OLAT = 0x14, MCP_REGISTERS = 0x16 };
enum { HAEN = 0x08, SEQOP = 0x20, BANK = 0x80 };

struct mcp {
	u8 reg[MCP_REGISTERS];
	u8 at;	/* the register that is read or written next */
};

/* As after power came on: all pins are inputs without pull-ups. */
static inline void mcp_reset(struct mcp *chip)
{
	memset(chip, 0, sizeof(*chip));
	chip->reg[IODIR] = chip->reg[IODIR + 1] = 0xff;
}

static inline u16 mcp_pair(const struct mcp *chip, int reg)
{
	return chip->reg[reg] | chip->reg[reg + 1] << 8;
}

/* Pins that drive what is connected to them low; GPA0 is the lowest bit, GPB7 the highest. */
static inline u16 mcp_low(const struct mcp *chip)
{
	return ~mcp_pair(chip, IODIR) & ~mcp_pair(chip, OLAT);
}

/* What the pins are at while `grounded` ones are connected to ground: others are pulled up, or float. */
static inline u16 mcp_levels(const struct mcp *chip, u16 grounded)
{
	return (mcp_pair(chip, GPPU) | get_random_u32()) & ~grounded;
}

static inline void mcp_next(struct mcp *chip)
{
	if (chip->reg[IOCON] & SEQOP)
		chip->at ^= 1;
	else
		chip->at = (chip->at + 1) % MCP_REGISTERS;
}

static inline void mcp_point(struct mcp *chip, u8 at)
{
	chip->at = at % MCP_REGISTERS;
}

/* The next register, with these levels at the pins. */
static inline u8 mcp_read(struct mcp *chip, u16 levels)
{
	u8 value = chip->reg[chip->at];
	int port = chip->at & 1;

	if ((chip->at & ~1) == GPIO) {
		u8 inputs = chip->reg[IODIR + port];

		value = (inputs & ((levels >> 8 * port) ^ chip->reg[IPOL + port])) |
			(~inputs & chip->reg[OLAT + port]);
	}
	mcp_next(chip);
	return value;
}

static inline void mcp_write(struct mcp *chip, u8 value)
{
	switch (chip->at & ~1) {
	case GPIO:
		chip->reg[OLAT + (chip->at & 1)] = value;
		break;
	case IOCON:	/* one register, seen twice */
		WARN_ONCE(value & BANK, "BANK = 1 is not simulated\n");
		chip->reg[IOCON] = chip->reg[IOCON + 1] = value & ~BANK;
		break;
	default:
		chip->reg[chip->at] = value;
	}
	mcp_next(chip);
}

#endif
