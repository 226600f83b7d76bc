import { styleText } from 'node:util'
import { noteMistakes } from '../../../data/import/import-sources.ts'
import { ImportNotes, summaryLines } from '../../../data/import/import-summary.ts'
import { builtInUsers } from '../../../data/model/users/users.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { withoutToken } from '../../../service/http/access/access.ts'
import { thousands } from '../command-line/output.ts'
import type { SandboxServer } from '../server-types.ts'
import { keysHelp } from './keys.ts'
import type { OpenServer } from './open-server.ts'

/** The text printed when a server is ready: its address, tokens, a request to try. @param control says what its token is */
export async function banner(open: OpenServer, ms: number, control?: string): Promise<string> {
  const { sandbox, server, wasRestored } = open
  const token = control ?? server.controlToken
  const example = firstOfContent(sandbox)
  const isRequired = sandbox.settings.auth === 'required'
  const origin = wasRestored ? 'restored' : `from seed ${sandbox.control.seed}`
  const keys = keysHelp()
  const tokens = builtInUsers.map(({ name }) => `${name.padEnd(7)} ${bold(`sandbox-${name}`)}`)

  return [
    '',
    `  ${bold('entity-sandbox')} is ready, ${Math.round(ms)} ms after the start`,
    '',
    `  Base URL  ${bold(server.url)}`,
    ...server.networkUrls.map((each) => `  Network   ${bold(each)}`),
    ...(server.hasConsole
      ? [
          `  Console   ${bold(consoleAddress(server))}`,
          ...server.networkUrls.map((url) => `  to share  ${bold(consoleAddress({ ...server, url }))}`),
          `  Reference ${bold(consoleAddress(server, 'docs'))}`,
        ]
      : []),
    ...(token ? [`  Control   ${bold(token)}, as "X-Sandbox-Control: ..."; /__sandbox requires it`] : []),
    `  Data      ${thousands(sandbox.data.entities.size)} entities ${origin}`,
    ...targetLines(sandbox),
    ...(await importLines(open)),
    '',
    `  Tokens    ${tokens.join('\n            ')}`,
    `            as "Authorization: Bearer ..." or "X-Auth-Token: ..."; ${withoutToken(sandbox.settings)}`,
    '',
    `  Try       curl ${server.url.startsWith('https:') ? '-k ' : ''}${isRequired ? '-H "X-Auth-Token: sandbox-editor" ' : ''}${server.url}/api/entities/${example}`,
    '',
    ...(keys === undefined ? [] : [`  Keys      ${keys}`]),
    '  Stop with Ctrl-C',
    '',
  ].join('\n')
}

/** The line of `--json` when a server is ready. */
export function readyLine({ sandbox, server, wasRestored }: OpenServer): object {
  const { url, networkUrls, controlToken, hasConsole } = server
  const { target, passthrough } = sandbox.settings

  return {
    event: 'ready',
    url,
    ...(networkUrls.length === 0 ? {} : { networkUrls }),
    ...(controlToken === undefined ? {} : { controlToken }),
    ...(hasConsole && { console: consoleAddress(server) }),
    ...(target === undefined ? {} : { target, passthrough }),
    entities: sandbox.data.entities.size,
    seed: sandbox.control.seed,
    wasRestored,
  }
}

/** Where requests may leave to, so that nobody is surprised. */
function targetLines({ settings: { recording, target, passthrough, strict } }: Sandbox): string[] {
  if (recording) {
    const what = passthrough.join(', ') || 'everything'

    return [`  Replay    ${bold(recording.name)} ${strict ? `answers ${what}` : `is compared with ${what}`}`]
  }
  if (target === undefined) return []

  return [`  Target    ${bold(target)} answers ${passthrough.join(', ') || 'what fault rules pass on'}`]
}

/** The summary of the import; for restored data, what its definitions name in vain. */
async function importLines({ sandbox, wasRestored }: OpenServer): Promise<string[]> {
  const { imported: summary, data } = sandbox

  if (wasRestored) {
    const notes = new ImportNotes()

    await noteMistakes(data.definitions.all(), data.optionLists, notes)

    return linesOf(summaryLines(notes.summary({})).slice(1))
  }
  if (!summary || Object.keys(summary.imported).length === 0) return []

  return linesOf(summaryLines(summary))
}

function linesOf(texts: readonly string[]): string[] {
  return texts.length > 0 ? ['', ...texts.map((text) => `  ${text}`)] : []
}

/** The address of a page of the console, with the control token if there is one. */
export function consoleAddress({ url, controlToken }: SandboxServer, page = ''): string {
  const token = controlToken === undefined ? '' : `?control=${encodeURIComponent(controlToken)}`

  return `${url}/${page}${token}`
}

/** The first content entity; one of the system if there is none. */
function firstOfContent({ data }: Sandbox): number | undefined {
  const [content] = Array.from(data.definitions.all())
    .filter((definition) => !definition.is_system_owned)
    .sort((a, b) => a.id - b.id)
    .flatMap(({ name }) => [...data.entities.group('definition', name).keys()].slice(0, 1))

  return content ?? data.entities.keys().next().value
}

function bold(text: string): string {
  return process.stdout.isTTY ? styleText('bold', text) : text
}
