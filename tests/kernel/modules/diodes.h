/* SPDX-License-Identifier: GPL-2.0 */
/* A matrix of 8 x 8 contacts, each with a diode from its column into its row. */
#ifndef DIODES_H
#define DIODES_H

#include <linux/bits.h>
#include <linux/types.h>

static inline u8 contacts_of(u64 contacts, int row)
{
	return contacts >> 8 * row;
}

/*
 * The columns that are pulled low while these rows are driven low and those high. Contact n is that
 * of row n / 8 and column n % 8. Through a shorted diode a low column pulls a row along that nobody
 * drives high: so ghosts come about.
 */
static inline u8 low_columns(u64 closed, u64 shorted, u8 rows_low, u8 rows_high)
{
	u8 columns = 0, more;
	int row;

	do {
		more = 0;
		for (row = 0; row < 8; row++) {
			if (!(rows_low & BIT(row)) && !(rows_high & BIT(row)) &&
			    (contacts_of(closed & shorted, row) & columns))
				rows_low |= BIT(row);
			if (rows_low & BIT(row))
				more |= contacts_of(closed, row) & ~columns;
		}
		columns |= more;
	} while (more);
	return columns;
}

#endif
