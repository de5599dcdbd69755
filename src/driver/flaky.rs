//! An SPI device for tests that fails in the middle of a transfer, as the mock's cannot.

use embedded_hal::spi::{ErrorKind, ErrorType, Operation, SpiDevice};
use embedded_hal_mock::eh1::spi::Mock;

/// A transcript, of which one transaction fails after it has been carried out.
#[derive(Debug)]
pub(super) struct Flaky {
    pub(super) spi: Mock<u8>,
    /// Transactions until the one that fails; none: none does.
    pub(super) fails_in: Option<usize>,
}

impl ErrorType for Flaky {
    type Error = ErrorKind;
}

impl SpiDevice for Flaky {
    fn transaction(&mut self, operations: &mut [Operation<'_, u8>]) -> Result<(), ErrorKind> {
        self.spi.transaction(operations)?;
        match &mut self.fails_in {
            Some(0) => {
                self.fails_in = None;
                // What has been read of it is worth nothing.
                for operation in operations {
                    if let Operation::Read(bytes) = operation {
                        bytes.fill(0x5a);
                    }
                }
                Err(ErrorKind::Other)
            }
            Some(more) => {
                *more -= 1;
                Ok(())
            }
            None => Ok(()),
        }
    }
}
