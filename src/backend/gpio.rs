use std::{
    fmt, io,
    sync::Arc,
    time::{Duration, Instant},
};

use embedded_hal::digital::{self, OutputPin};
use gpiocdev::{
    Request,
    line::{self, EdgeDetection, EdgeKind, Offset, Value, Values},
};

use super::{
    LineName, Obstacle, Unusable, instant_of,
    line::{LineMap, Place, io_error},
    unusable,
};
use crate::driver::{Failure, Fault, Grid, Inputs};

/// Shown as the user of a line.
const CONSUMER: &str = "touchmove";

/// The resistor within the chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bias {
    /// To the supply.
    PullUp,
    /// To ground.
    PullDown,
}

impl From<Bias> for line::Bias {
    fn from(bias: Bias) -> line::Bias {
        match bias {
            Bias::PullUp => line::Bias::PullUp,
            Bias::PullDown => line::Bias::PullDown,
        }
    }
}

/// What an `embedded-hal` pin says of the kernel's refusal.
pub(crate) struct PinError(io::Error);

impl fmt::Debug for PinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl digital::Error for PinError {
    fn kind(&self) -> digital::ErrorKind {
        digital::ErrorKind::Other
    }
}

/// A line that is driven both ways.
#[derive(Debug)]
pub(crate) struct Output {
    request: Request,
}

impl Output {
    /// Takes the line; it is high from the start.
    ///
    /// # Errors
    ///
    /// When it cannot be found or used.
    pub(crate) fn open(name: &LineName) -> Result<Output, Unusable> {
        let place = LineMap::read()?.find(name)?;
        let request = Request::builder()
            .on_chip(&place.chip)
            .with_consumer(CONSUMER)
            .with_line(place.offset)
            .as_output(Value::Active)
            .request()
            .map_err(|error| taken(name, &place, error))?;
        Ok(Output { request })
    }
}

impl digital::ErrorType for Output {
    type Error = PinError;
}

impl OutputPin for Output {
    fn set_low(&mut self) -> Result<(), PinError> {
        self.request.set_lone_value(Value::Inactive).map_err(pin_error)
    }

    fn set_high(&mut self) -> Result<(), PinError> {
        self.request.set_lone_value(Value::Active).map_err(pin_error)
    }
}

/// Input lines that are read together, one call a chip.
#[derive(Debug)]
pub(crate) struct LineInputs {
    banks: Vec<Bank>,
}

/// The lines on one chip.
#[derive(Debug)]
struct Bank {
    request: Request,
    values: Values,
    /// The place of a line on its chip, and its input.
    lines: Vec<(Offset, u32)>,
}

impl LineInputs {
    /// Takes the lines, at most 64, in the order of the inputs.
    ///
    /// # Errors
    ///
    /// When one cannot be found or used.
    pub(crate) fn open(names: &[LineName], bias: Bias) -> Result<LineInputs, Unusable> {
        let map = LineMap::read()?;
        let mut banks: Vec<(Place, Vec<(Offset, u32)>)> = Vec::new();
        for (input, name) in (0..).zip(names) {
            let place = map.find(name)?;
            let line = (place.offset, input);
            match banks.iter_mut().find(|(bank, _)| bank.chip == place.chip) {
                Some((_, lines)) => lines.push(line),
                None => banks.push((place, vec![line])),
            }
        }
        let banks = banks.into_iter().map(|(place, lines)| {
            let offsets: Vec<Offset> = lines.iter().map(|(offset, _)| *offset).collect();
            let request = Request::builder()
                .on_chip(&place.chip)
                .with_consumer(CONSUMER)
                .with_lines(&offsets)
                .as_input()
                .with_bias(line::Bias::from(bias))
                .request()
                .map_err(|error| taken(&names[lines[0].1 as usize], &place, error))?;
            Ok(Bank { request, values: Values::from_offsets(&offsets), lines })
        });
        Ok(LineInputs { banks: banks.collect::<Result<_, Unusable>>()? })
    }
}

impl Inputs for LineInputs {
    fn levels(&mut self) -> Result<u64, Failure> {
        let mut high = 0;
        for Bank { request, values, lines } in &mut self.banks {
            let failed =
                |error| Failure::new(Fault::Bus, format_args!("GPIO: {}", io_error(error)));
            request.values(values).map_err(failed)?;
            for (offset, input) in lines {
                high |= u64::from(values.get(*offset) == Some(Value::Active)) << *input;
            }
        }
        Ok(high)
    }
}

/// The rows and columns of a matrix on lines.
#[derive(Debug)]
pub(crate) struct LineGrid {
    rows: Request,
    row_values: Values,
    offsets: Vec<Offset>,
    columns: LineInputs,
}

impl LineGrid {
    /// Takes the lines: rows as open drains, all on one chip; columns as inputs with pull-ups.
    ///
    /// # Errors
    ///
    /// When one cannot be found or used, or the rows are on several chips.
    pub(crate) fn open(
        rows: &[LineName; 8],
        columns: &[LineName; 8],
    ) -> Result<LineGrid, Unusable> {
        let map = LineMap::read()?;
        let places: Vec<Place> = rows.iter().map(|row| map.find(row)).collect::<Result<_, _>>()?;
        let chip = &places[0].chip;
        if let Some((row, _)) = rows.iter().zip(&places).find(|(_, place)| place.chip != *chip) {
            return Err(Unusable {
                device: format!("GPIO line {row}"),
                obstacle: Obstacle::OtherChip,
            });
        }
        let offsets: Vec<Offset> = places.iter().map(|place| place.offset).collect();
        let request = Request::builder()
            .on_chip(chip)
            .with_consumer(CONSUMER)
            .with_lines(&offsets)
            .as_output(Value::Active)
            .with_drive(line::Drive::OpenDrain)
            .request()
            .map_err(|error| taken(&rows[0], &places[0], error))?;
        let columns = LineInputs::open(columns, Bias::PullUp)?;
        Ok(LineGrid { rows: request, row_values: Values::default(), offsets, columns })
    }
}

impl Grid for LineGrid {
    fn drive(&mut self, row: Option<u8>) -> Result<(), Failure> {
        for (n, offset) in (0..).zip(&self.offsets) {
            let value = if Some(n) == row { Value::Inactive } else { Value::Active };
            self.row_values.set(*offset, value);
        }
        let set = self.rows.set_values(&self.row_values);
        set.map_err(|error| Failure::new(Fault::Bus, format_args!("rows: {}", io_error(error))))
    }

    fn columns(&mut self) -> Result<u8, Failure> {
        // There are eight of them.
        self.columns.levels().map(|high| high as u8)
    }
}

/// Which of two lines an edge was on, and which way it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EdgeOf {
    /// The line's place in the list they were opened by.
    pub(crate) line: usize,
    /// Whether its contact is closed now.
    pub(crate) closed: bool,
    /// When, by the kernel's clock at the interrupt.
    pub(crate) at: Instant,
}

/// Lines whose edges are told with the kernel's own times.
#[derive(Clone, Debug)]
pub(crate) struct Edges {
    lines: Arc<Vec<(Request, Offset)>>,
}

impl Edges {
    /// Takes the lines. A contact is closed when its line is low (or high).
    ///
    /// # Errors
    ///
    /// When one cannot be found or used.
    pub(crate) fn open(names: &[&LineName], bias: Bias) -> Result<Edges, Unusable> {
        let map = LineMap::read()?;
        let lines = names.iter().map(|name| {
            let place = map.find(name)?;
            let mut builder = Request::builder();
            builder
                .on_chip(&place.chip)
                .with_consumer(CONSUMER)
                .with_line(place.offset)
                .as_input()
                .with_bias(line::Bias::from(bias))
                .with_edge_detection(EdgeDetection::BothEdges)
                .with_event_clock(line::EventClock::Monotonic)
                .with_kernel_event_buffer_size(64);
            if bias == Bias::PullUp {
                builder.as_active_low();
            }
            let request = builder.request().map_err(|error| taken(name, &place, error))?;
            Ok((request, place.offset))
        });
        Ok(Edges { lines: Arc::new(lines.collect::<Result<_, Unusable>>()?) })
    }

    /// Whether each contact is closed.
    ///
    /// # Errors
    ///
    /// When a line cannot be read.
    pub(crate) fn closed(&self) -> io::Result<Vec<bool>> {
        let read = |(request, offset): &(Request, Offset)| request.value(*offset);
        let values = self.lines.iter().map(|line| read(line).map(|value| value == Value::Active));
        values.collect::<Result<_, _>>().map_err(io_error)
    }

    /// Edges that came on any line within `patience`, in the order of each line.
    ///
    /// # Errors
    ///
    /// When a line is gone.
    pub(crate) fn wait(&self, patience: Duration) -> io::Result<Vec<EdgeOf>> {
        use std::os::fd::AsFd as _;
        let mut fds: Vec<_> = self
            .lines
            .iter()
            .map(|(request, _)| {
                rustix::event::PollFd::from_borrowed_fd(
                    request.as_fd(),
                    rustix::event::PollFlags::IN,
                )
            })
            .collect();
        let patience = rustix::time::Timespec::try_from(patience).map_err(io::Error::other)?;
        match rustix::event::poll(&mut fds, Some(&patience)) {
            Err(rustix::io::Errno::INTR) => return Ok(Vec::new()),
            other => other?,
        };
        let mut edges = Vec::new();
        for (line, (request, _)) in self.lines.iter().enumerate() {
            while request.has_edge_event().map_err(io_error)? {
                let event = request.read_edge_event().map_err(io_error)?;
                let at = instant_of(Duration::from_nanos(event.timestamp_ns));
                edges.push(EdgeOf { line, closed: event.kind == EdgeKind::Rising, at });
            }
        }
        edges.sort_by_key(|edge| edge.at);
        Ok(edges)
    }
}

fn pin_error(error: gpiocdev::Error) -> PinError {
    PinError(io_error(error))
}

fn taken(name: &LineName, place: &Place, error: gpiocdev::Error) -> Unusable {
    let error = io_error(error);
    let mut told = unusable(&place.chip, &error);
    told.device = format!("GPIO line {name}");
    if error.kind() == io::ErrorKind::ResourceBusy {
        let chip = place.chip.display().to_string();
        told.obstacle = Obstacle::Taken { offset: place.offset, chip };
    }
    told
}
