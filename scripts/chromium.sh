#!/usr/bin/env bash
# Prints the path of a Chromium that the tests of the page can drive: $CHROMIUM, or the first one
# that is installed. Fails where there is none.
set -euo pipefail

for name in ${CHROMIUM:+"$CHROMIUM"} chromium chromium-browser google-chrome; do
    command -v "$name" && exit
done
exit 1
