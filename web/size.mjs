// The pages are loaded over a hall's wireless network: what they weigh compressed is a limit, not a wish.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const files = (folder) =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });

/** A page, and all that it names. */
const loaded = (page) => {
  const named = [...readFileSync(join("dist", page), "utf8").matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)];
  return [page, ...named.map(([, asset]) => asset)].map((name) => join("dist", name));
};

function weigh(what, paths, limit) {
  let total = 0;
  for (const path of paths) total += gzipSync(readFileSync(path)).length;
  console.log(`${what}, compressed: ${(total / 1000).toFixed(1)} kB of ${limit / 1000} kB`);
  if (total > limit) process.exitCode = 1;
}

weigh("all", files("dist"), 150_000);
weigh("the players' clock", loaded("clock.html"), 25_000);
weigh("what the public sees", loaded("public.html"), 25_000);
