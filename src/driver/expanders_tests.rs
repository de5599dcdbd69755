use embedded_hal::i2c::{ErrorKind, NoAcknowledgeSource};
use embedded_hal_mock::eh1::{
    digital::{Mock as Pin, State, Transaction as Edge},
    i2c::{Mock as I2c, Transaction as Transfer},
    spi::{Mock as Spi, Transaction as Shift},
};

use super::{
    super::{OverI2c, OverSpi, flaky::Flaky},
    *,
};

const ADDRESSES: [u8; 5] = [0x20, 0x21, 0x22, 0x23, 0x24];
const NACK: ErrorKind = ErrorKind::NoAcknowledge(NoAcknowledgeSource::Address);

/// What sets up a chip: outputs high, pull-ups, directions.
fn set_up(address: u8) -> Vec<Transfer> {
    vec![
        Transfer::write(address, vec![0x14, 0x80, 0x80]),
        Transfer::write(address, vec![0x0c, 0x7f, 0x7f]),
        Transfer::write(address, vec![0x00, 0x7f, 0x7f]),
    ]
}

/// A reading of the configuration, the pull-ups, what lies between, and the levels.
fn read(address: u8, a: u8, b: u8) -> Transfer {
    Transfer::write_read(address, vec![0x0a], vec![0, 0, 0x7f, 0x7f, 0, 0, 0, 0, a, b])
}

fn no_answer(address: u8) -> Transfer {
    read(address, 0, 0).with_error(NACK)
}

fn expanders(transfers: &[Vec<Transfer>]) -> Expanders<OverI2c<I2c>, Pin> {
    let bus = OverI2c(I2c::new(&transfers.concat()));
    Expanders::new(bus, Mcp::I2c, &ADDRESSES, None)
}

fn done(mut expanders: Expanders<OverI2c<I2c>, Pin>) {
    expanders.registers.0.done();
}

fn all_set_up() -> Vec<Transfer> {
    ADDRESSES.into_iter().flat_map(set_up).collect()
}

fn all_read(a: u8, b: u8) -> Vec<Transfer> {
    ADDRESSES.into_iter().map(|address| read(address, a, b)).collect()
}

#[test]
fn fourteen_inputs_a_chip_and_eight_of_the_last() {
    let one = vec![
        read(0x20, 0x81, 0x00), // GPA7 is not looked at
        read(0x21, 0x00, 0xc0), // GPB6
        read(0x22, 0x02, 0x01),
        read(0x23, 0x00, 0x00),
        read(0x24, 0x7f, 0x7f), // only the first eight
    ];
    let mut expanders = expanders(&[all_set_up(), one, all_read(0x7f, 0x7f)]);
    let wanted = 1 | 1 << 27 | 1 << 29 | 1 << 35 | 0xff << 56;
    assert_eq!(expanders.read(), Ok(Levels::all(wanted)));
    assert_eq!(expanders.read(), Ok(Levels::all(u64::MAX)));
    done(expanders);
}

#[test]
fn a_silent_chip_takes_only_its_squares_with_it_and_comes_back() {
    let others = || [0x20, 0x21, 0x23, 0x24].map(|address| read(address, 0x7f, 0x7f)).to_vec();
    let found_out = [
        vec![read(0x20, 0, 0), read(0x21, 0, 0), no_answer(0x22)], // all at once
        vec![read(0x20, 0x7f, 0x7f), read(0x21, 0x7f, 0x7f), no_answer(0x22)],
        vec![read(0x23, 0x7f, 0x7f), read(0x24, 0x7f, 0x7f)],
    ];
    let not_set_up = vec![set_up(0x22)[0].clone().with_error(NACK)];
    let mut transfers = vec![all_set_up()];
    transfers.extend(found_out);
    transfers.push(not_set_up);
    transfers.extend((0..21).map(|_| others()));
    transfers.extend([set_up(0x22), all_read(0x7f, 0x7f)]);

    let mut expanders = expanders(&transfers);
    let its_inputs = 0x3fff << 28;
    for _ in 0..22 {
        let levels = expanders.read().unwrap();
        assert_eq!(levels.unread, its_inputs);
        assert_eq!(levels.high, !its_inputs);
        let failure = levels.failure.unwrap();
        assert_eq!(failure.fault, Fault::Expander);
        assert!(failure.detail.starts_with("0x22: "), "{failure}");
    }
    assert_eq!(expanders.read(), Ok(Levels::all(u64::MAX)));
    done(expanders);
}

#[test]
fn a_transfer_that_fails_once_is_made_up_for_at_once() {
    let once = vec![read(0x20, 0, 0), no_answer(0x21)];
    let mut expanders = expanders(&[all_set_up(), once, all_read(0x7f, 0x7f)]);
    assert_eq!(expanders.read(), Ok(Levels::all(u64::MAX)));
    done(expanders);
}

#[test]
fn a_chip_that_was_reset_is_set_up_anew_and_its_reading_not_used() {
    let mut dip = all_read(0x7f, 0x7f);
    dip[3] = Transfer::write_read(0x23, vec![0x0a], vec![0, 0, 0, 0, 0, 0, 0, 0, 0x13, 0x55]);
    let mut expanders = expanders(&[all_set_up(), dip, set_up(0x23), all_read(0x7f, 0x7f)]);
    let levels = expanders.read().unwrap();
    assert_eq!(levels.unread, 0x3fff << 42);
    assert_eq!(levels.high, !levels.unread);
    assert!(levels.failure.unwrap().detail.contains("0x23"));
    assert_eq!(expanders.read(), Ok(Levels::all(u64::MAX)));
    done(expanders);
}

#[test]
fn when_none_answers_it_is_the_bus_and_all_are_reset() {
    let none: Vec<_> = ADDRESSES.map(|address| set_up(address)[0].clone().with_error(NACK)).into();
    let pulse = [State::Low, State::High].map(Edge::set);
    let bus = OverI2c(I2c::new(&none));
    let reset = Pin::new(&[pulse.clone(), pulse].concat());
    let mut expanders = Expanders::new(bus, Mcp::I2c, &ADDRESSES, Some(reset));
    assert_eq!(expanders.read().unwrap_err().fault, Fault::Bus);
    expanders.reset.as_mut().unwrap().done();
    done(expanders);
}

#[test]
fn each_chip_is_examined_for_itself() {
    let mut transfers = Vec::new();
    for address in ADDRESSES {
        let sets = set_up(address);
        let check = |pull_ups: [u8; 2]| Transfer::write_read(address, vec![0x0c], pull_ups.into());
        match address {
            0x21 => transfers.push(sets[0].clone().with_error(NACK)),
            0x24 => transfers.extend([sets, vec![check([0, 0])]].concat()),
            _ => transfers.extend([sets, vec![check([0x7f, 0x7f])]].concat()),
        }
    }
    let mut expanders = expanders(&[transfers]);
    let troubles: Vec<_> = expanders.examine().into_iter().map(|one| one.trouble).collect();
    assert!(matches!(troubles[1], Some(Trouble::Silent(_))), "{troubles:?}");
    assert_eq!(troubles[4], Some(Trouble::Forgets));
    assert_eq!([&troubles[0], &troubles[2], &troubles[3]], [&None; 3]);
    done(expanders);
}

/// One transaction on SPI: what is written and, after it, read.
fn over_spi(written: &[u8], read: &[u8]) -> Vec<Shift<u8>> {
    let mut shifts = vec![Shift::transaction_start(), Shift::write_vec(written.into())];
    if !read.is_empty() {
        shifts.push(Shift::read_vec(read.into()));
    }
    shifts.push(Shift::transaction_end());
    shifts
}

fn set_up_on_spi(address: u8) -> Vec<Shift<u8>> {
    let write = 0x40 | address << 1;
    let listen = [0x40, 0x48, write].map(|all| over_spi(&[all, 0x0a, 0x08, 0x08], &[]));
    let pins = [(0x14, 0x00), (0x0c, 0xff), (0x00, 0xff)];
    let pins = pins.map(|(register, value)| over_spi(&[write, register, value, value], &[]));
    [listen, pins].concat().concat()
}

fn read_on_spi(address: u8, shown: [u8; 10]) -> Vec<Shift<u8>> {
    over_spi(&[0x41 | address << 1, 0x0a], &shown)
}

fn levels_on_spi(address: u8) -> Vec<Shift<u8>> {
    read_on_spi(address, [0x08, 0x08, 0xff, 0xff, 0, 0, 0, 0, address, 0x80])
}

#[test]
fn a_chip_on_spi_that_no_longer_hears_its_address_is_not_taken_for_an_empty_board() {
    // After a dip all hear only 0, and nobody drives MISO for the others.
    let dip = [vec![0; 10], vec![0xff; 10], vec![0xff; 10], vec![0; 10]];
    let dip = (0..4).zip(dip).flat_map(|(n, shown)| read_on_spi(n, shown.try_into().unwrap()));
    let shifts = (0..4).flat_map(set_up_on_spi).chain(dip);
    let shifts = shifts.chain((0..4).flat_map(set_up_on_spi)).chain((0..4).flat_map(levels_on_spi));
    let bus = OverSpi(Spi::new(&Vec::from_iter(shifts)));
    let mut expanders = Expanders::<_, Pin>::new(bus, Mcp::Spi, &[0, 1, 2, 3], None);
    assert_eq!(expanders.read().unwrap_err().fault, Fault::Bus);
    assert_eq!(expanders.read(), Ok(Levels::all(0x8003_8002_8001_8000)));
    expanders.registers.0.done();
}

#[test]
fn on_spi_chips_learn_to_listen_to_their_addresses_first() {
    let shifts = (0..4).flat_map(set_up_on_spi).chain((0..4).flat_map(levels_on_spi));
    let shifts = Vec::from_iter(shifts);
    let bus = OverSpi(Spi::new(&shifts));
    let mut expanders = Expanders::<_, Pin>::new(bus, Mcp::Spi, &[0, 1, 2, 3], None);
    assert_eq!(expanders.read(), Ok(Levels::all(0x8003_8002_8001_8000)));
    expanders.registers.0.done();
}

#[test]
fn a_transfer_on_spi_that_fails_in_the_middle_is_told() {
    let mut shifts = over_spi(&[0x40, 0x0a, 0x08, 0x08], &[]);
    shifts.extend(over_spi(&[0x48, 0x0a, 0x08, 0x08], &[]));
    let spi = Flaky { spi: Spi::new(&shifts), fails_in: Some(1) };
    let mut expanders = Expanders::<_, Pin>::new(OverSpi(spi), Mcp::Spi, &[0], None);
    assert_eq!(expanders.read().unwrap_err().fault, Fault::Bus);
    expanders.registers.0.spi.done();
}
