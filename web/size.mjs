// The page is loaded over a hall's wireless network: what it weighs compressed is a limit, not a wish.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const LIMIT = 150_000;

const files = (folder) =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });

let total = 0;
for (const path of files("dist")) total += gzipSync(readFileSync(path)).length;
console.log(`compressed: ${(total / 1000).toFixed(1)} kB of ${LIMIT / 1000} kB`);
if (total > LIMIT) process.exit(1);
