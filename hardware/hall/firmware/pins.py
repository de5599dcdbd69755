"""The wires of the controller, made from hardware/hall.toml by `make hardware`: change that, not this."""

# GP pins at S0 to S3 of all multiplexers.
SELECT = (2, 3, 4, 5)
# GP pin at E of each multiplexer; low enables it. Inputs 0 to 15 are at the first.
ENABLE = (6, 7, 8, 9)
# GP pin at the sensors, by way of the multiplexers; it has an ADC.
SENSORS = 26
# GP pins at the contacts under the ends of the lever; a closed contact is low.
LEFT = 12
RIGHT = 13
# Frames a second.
RATE_HZ = 100
