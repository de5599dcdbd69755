use embedded_hal_mock::eh1::{
    MockError,
    delay::NoopDelay,
    digital::{Mock as Pin, State, Transaction as Edge},
    i2c::{Mock as I2c, Transaction as Transfer},
};

use super::{super::OverI2c, *};

const SETTLE: Settle =
    Settle { driven: Duration::from_micros(50), released: Duration::from_micros(50) };

type OnPins = Matrix<GridPins<Pin, Pin>, NoopDelay>;

/// A matrix on pins over one reading in which the columns read so: without a row, then row by row.
fn on_pins(idle: u8, rows: [u8; 8]) -> OnPins {
    let level = |value: u8, n: usize| if value >> n & 1 == 1 { State::High } else { State::Low };
    let row_pins = std::array::from_fn(|n| {
        let mut edges = vec![Edge::set(State::High)];
        for row in 0..8 {
            edges.push(Edge::set(if row == n { State::Low } else { State::High }));
            edges.push(Edge::set(State::High));
        }
        Pin::new(&edges)
    });
    let columns = std::array::from_fn(|n| {
        let levels = [idle].into_iter().chain(rows).map(|value| Edge::get(level(value, n)));
        Pin::new(&levels.collect::<Vec<_>>())
    });
    Matrix::new(GridPins { rows: row_pins, columns }, NoopDelay::new(), SETTLE)
}

fn done(mut matrix: OnPins) {
    matrix.grid.rows.iter_mut().chain(&mut matrix.grid.columns).for_each(Pin::done);
}

#[test]
fn row_by_row_eight_columns_are_read() {
    let rows = [0x00, 0xfe, 0xff, 0x7f, 0xff, 0xa5, 0x12, 0x80];
    let mut matrix = on_pins(0xff, rows);
    assert_eq!(matrix.read(), Ok(Levels::all(u64::from_le_bytes(rows))));
    done(matrix);
}

#[test]
fn a_column_that_is_held_to_ground_takes_its_squares_with_it() {
    let mut matrix = on_pins(0b1111_1011, [0b1111_1011; 8]);
    let levels = matrix.read().unwrap();
    assert_eq!(levels.unread, 0x0404_0404_0404_0404);
    assert_eq!(levels.failure.unwrap().fault, Fault::Stuck);
    done(matrix);
}

#[test]
fn a_line_that_fails_is_named() {
    let failing = |edge: Edge| edge.with_error(MockError::Io(std::io::ErrorKind::Other));
    let pins = |fails: Option<usize>, edge: fn() -> Edge| {
        std::array::from_fn(|n| match fails {
            Some(bad) if n == bad => Pin::new(&[failing(edge())]),
            Some(bad) if n > bad => Pin::new(&[]),
            _ => Pin::new(&[edge()]),
        })
    };
    let high = || Edge::set(State::High);
    let rows = pins(Some(4), high);
    let columns = std::array::from_fn(|_| Pin::new(&[]));
    let mut matrix = Matrix::new(GridPins { rows, columns }, NoopDelay::new(), SETTLE);
    assert!(matrix.read().unwrap_err().detail.starts_with("row 5: "));
    done(matrix);

    let columns = pins(Some(2), || Edge::get(State::High));
    let rows = pins(None, high);
    let mut matrix = Matrix::new(GridPins { rows, columns }, NoopDelay::new(), SETTLE);
    assert!(matrix.read().unwrap_err().detail.starts_with("column 3: "));
    done(matrix);
}

#[test]
fn columns_are_examined_without_a_row() {
    let columns = std::array::from_fn(|n| {
        Pin::new(&[Edge::get(if n == 6 { State::Low } else { State::High })])
    });
    let rows = std::array::from_fn(|_| Pin::new(&[Edge::set(State::High)]));
    let mut matrix = Matrix::new(GridPins { rows, columns }, NoopDelay::new(), SETTLE);
    let examined = matrix.examine();
    let bad: Vec<_> = examined.into_iter().filter(|one| one.trouble.is_some()).collect();
    assert_eq!(bad, [Examined::bad(Part::Column(7), Trouble::ColumnLow)]);
    done(matrix);
}

const CHIP: u8 = 0x20;

fn check() -> Transfer {
    Transfer::write_read(CHIP, vec![0x0c], vec![0x40, 0x7f])
}

/// Rows that are low are not in this word.
fn drive(outputs: u16) -> Transfer {
    let [a, b] = outputs.to_le_bytes();
    Transfer::write(CHIP, vec![0x14, a, b])
}

fn columns(a: u8, b: u8) -> Transfer {
    Transfer::write_read(CHIP, vec![0x12], vec![a, b])
}

fn set_up() -> Vec<Transfer> {
    vec![
        Transfer::write(CHIP, vec![0x14, 0xbf, 0x80]),
        Transfer::write(CHIP, vec![0x0c, 0x40, 0x7f]),
        Transfer::write(CHIP, vec![0x00, 0x40, 0x7f]),
    ]
}

fn on_mcp(transfers: &[Transfer]) -> Matrix<McpGrid<OverI2c<I2c>, Pin>, NoopDelay> {
    let grid = McpGrid::new(OverI2c(I2c::new(transfers)), Mcp::I2c, CHIP, None);
    Matrix::new(grid, NoopDelay::new(), SETTLE)
}

/// A reading of a board on which only this contact is closed.
fn reading_of(row: usize, column: usize) -> Vec<Transfer> {
    let rows = [0xbfff, 0xbfff].map(|all: u16| all)[0];
    let all = 0x80bf & rows;
    let mut transfers = Vec::new();
    for n in 0..8 {
        let low = [1, 2, 4, 8, 16, 32, 0x80, 0x8000][n];
        transfers.push(drive(all & !low));
        let level = if n == row { !(1u8 << column) } else { 0xff };
        transfers.push(columns(level >> 1 & 0x40, level & 0x7f));
        transfers.extend([check(), drive(all)]);
    }
    transfers
}

#[test]
fn a_matrix_on_one_chip_drives_gpa7_and_gpb7_and_reads_the_others() {
    for (row, column) in [(0, 0), (3, 6), (6, 7), (7, 3)] {
        let idle = vec![drive(0x80bf), columns(0x40, 0x7f)];
        let transfers = [set_up(), idle, reading_of(row, column)].concat();
        let mut matrix = on_mcp(&transfers);
        assert_eq!(matrix.read(), Ok(Levels::all(!(1 << (8 * row + column)))), "{row} {column}");
        matrix.grid.registers.0.done();
    }
}

#[test]
fn a_chip_that_was_reset_in_the_middle_of_a_reading_is_set_up_anew() {
    let reset = Transfer::write_read(CHIP, vec![0x0c], vec![0, 0]);
    let begun = vec![drive(0x80bf), columns(0x40, 0x7f), drive(0x80be), columns(0x40, 0x7f), reset];
    let again = [set_up(), vec![drive(0x80bf), columns(0x40, 0x7f)], reading_of(1, 1)].concat();
    let mut matrix = on_mcp(&[set_up(), begun, again].concat());
    assert_eq!(matrix.read().unwrap_err().fault, Fault::Expander);
    assert_eq!(matrix.read(), Ok(Levels::all(!(1 << 9))));
    matrix.grid.registers.0.done();
}
