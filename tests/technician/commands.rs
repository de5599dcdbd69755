//! Looking at squares, recording them, and being asked.
