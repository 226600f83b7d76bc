import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Replacements for commands of the machine while those of a page are run: npm and npx use the packed package, a server
 * stops when it is ready, and curl reads a stream for a second and fails if its request is rejected.
 */
const commands: Readonly<Record<string, string>> = {
  'entity-sandbox': `
case " $* " in
  *" --help "* | *" --crawl "* | " exec "* | " export "* | " import "* | " reset "* | " snapshot "* | " fork "* | " types "* | " repair "* | " drift "* | " wait "* | " help "*)
    exec node "$BIN" "$@" ;;
esac
output=$(mktemp)
PORT=0 node "$BIN" "$@" > "$output" &
server=$!
for _ in $(seq 300); do
  grep -qE 'Base URL|"url"' "$output" && break
  kill -0 $server 2> /dev/null || break
  sleep 0.1
done
kill $server 2> /dev/null || true
wait $server || true
cat "$output"
grep -qE 'Base URL|"url"' "$output"`,
  npx: `
if [ "$1" = entity-sandbox ]; then shift; exec entity-sandbox "$@"; fi
# The installed browser is used.
if [ "$1 $2" = "playwright install" ]; then exit 0; fi
exec "$NPX" "$@"`,
  npm: `
words=()
for word in "$@"; do
  if [ "$word" = entity-sandbox ]; then word=$TARBALL; fi
  words+=("$word")
done
exec "$NPM" "\${words[@]}"`,
  curl: `
case " $* " in
  *" -N "*) "$CURL" --silent --max-time 1 "$@" || [ $? = 28 ]; exit ;;
esac
exec "$CURL" --silent --show-error --fail-with-body "$@"`,
}

/** Writes the commands into a folder for PATH. */
export function writeCommands(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(commands)) {
    const file = join(folder, name)

    writeFileSync(file, `#!/usr/bin/env bash\n${text.trim()}\n`)
    chmodSync(file, 0o755)
  }
}
