export const usage = `entity-sandbox: the entity, status and notification service on your machine

Usage: entity-sandbox [start] [options]            serve until Ctrl-C
       entity-sandbox exec [options] -- <command>  serve while a command runs, its SANDBOX_URL set
       entity-sandbox reset [--seed <integer>]     give a running sandbox its first data again
       entity-sandbox snapshot save <name>         keep the data of a running sandbox
       entity-sandbox snapshot restore <name>      bring it back
       entity-sandbox snapshot list                what is kept
       entity-sandbox repair <folder>              make a damaged folder of --persist one that can be opened

start and exec:
  --port <number|auto>      port to listen on (4010; exec: auto); auto takes the next free one
  --host <address>          address to listen on (127.0.0.1)
  --seed <integer>          the integer that all data follows from (1)
  --entities <number>       how many entities of content to generate; users, settings and the like come on top (1000)
  --auth <default|required> what requests without credentials get: the persona "editor", or 401 (default)
  --rate-limit <number>     requests a user may send in a second before it gets 429 (any number)
  --validate <off|warn|enforce>  what becomes of what requests say wrongly or in vain: nothing, a warning, 400 (warn)
  --definitions <path>      entity definitions to fill with data instead of the built-in ones
  --data <path>             what to hold instead of generated entities: a data file, an answer, a package (zip, folder)
  --scenario <name>         the scenario to start in, as GET /__sandbox/scenarios lists them
  --persist <folder>        keep everything in a folder, and go on from there at the next start
  --require-sandbox         refuse requests that name no sandbox
  --cors <origins|any>      origins of pages that may read what /api answers (any)
  --allowed-hosts <names>   names beside localhost under which /__sandbox and the console answer
  --allowed-origins <list>  origins of pages beside its own that may use /__sandbox
  --control-token <text>    what /__sandbox asks for when --host is beyond this machine (random)
  --quiet                   start without the banner

reset and snapshot:
  --url <base URL>          the running sandbox server (SANDBOX_URL, or http://127.0.0.1:4010)
  --sandbox <id>            one of its sandboxes (the default one)
  --token <token>           its control token, when it listens beyond this machine

  -h, --help                this text
  -v, --version             the version

A sandbox.config.ts, .js or .json in the current folder holds the options of start and exec.
`
