import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Commands that precede those of the machine while a page's are typed: the packed package instead of one from the
 * registry, a server that is seen to be ready and ended, a stream that is read for a second, and a curl that fails when it is refused.
 */
const commands: Readonly<Record<string, string>> = {
  'entity-sandbox': `
case " $* " in
  *" --help "* | " exec "* | " export "* | " import "* | " reset "* | " snapshot "* | " fork "* | " types "* | " repair "* | " doctor "* | " help "*)
    exec node "$BIN" "$@" ;;
esac
said=$(mktemp)
PORT=0 node "$BIN" "$@" > "$said" &
server=$!
for _ in $(seq 300); do
  grep -qE 'Base URL|"url"' "$said" && break
  kill -0 $server 2> /dev/null || break
  sleep 0.1
done
kill $server 2> /dev/null || true
wait $server || true
cat "$said"
grep -qE 'Base URL|"url"' "$said"`,
  npx: `
if [ "$1" = entity-sandbox ]; then shift; exec entity-sandbox "$@"; fi
# The browser of this machine serves.
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

/** Puts them into a folder, for PATH. */
export function writeCommands(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(commands)) {
    const file = join(folder, name)

    writeFileSync(file, `#!/usr/bin/env bash\n${text.trim()}\n`)
    chmodSync(file, 0o755)
  }
}
