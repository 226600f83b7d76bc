import type { Overview } from '../../service/control/overview.ts'
import type { SandboxChange } from '../../client/sandbox-client.ts'
import type { ResponseOf } from '../../client/client.ts'
import type { EntityMessage, Fault } from '../../client/operations.ts'
import { changeText } from './changed.ts'
import { operationText } from '../../sandbox/journal/graphql-operation.ts'
import { faultLine, routeProblem } from './received.ts'
import { escaped, htmlPage } from '../../data/model/shared/html.ts'

/** The requests received, without secrets. */
type Archive = ResponseOf<'GET', '/__sandbox/journal/har'>
type HarEntry = Archive['log']['entries'][number]

/** The state of a sandbox whose test has failed. */
interface FailureReport {
  readonly title: string
  readonly overview: Overview
  readonly archive: Archive
  readonly changes: readonly SandboxChange[]
  readonly faults: readonly Fault[]
  /** How to open the sandbox again. */
  readonly reproduction: readonly ReproductionStep[]
}

/** A sentence with a command or a link. */
export interface ReproductionStep {
  readonly text: string
  readonly command?: string
  readonly link?: string
}

/** Maximum number of requests and of changes; only the last ones are shown. */
const maxItems = 200
/** Maximum length of a body that is shown. */
const maxCharacters = 4000

/** A self-contained page: the requests and responses of a sandbox, its changes, and its state at the end. */
export function failurePage({
  title,
  overview,
  archive,
  changes,
  faults,
  reproduction,
}: FailureReport): string {
  return htmlPage(
    `Sandbox: ${title}`,
    `<h1>${escaped(title)}</h1>
<h2>The sandbox at the end</h2>
<dl>${stateRows(overview, faults)
      .map(([name, value]) => `<dt>${escaped(name)}<dd>${escaped(value)}`)
      .join('\n')}</dl>
${reproduction.map(stepPart).join('\n')}
<h2>Requests</h2>
${section(archive.log.entries, 'No requests were received.', requestPart)}
<h2>Changes</h2>
${section(changes, 'There were no changes.', changePart)}`,
  )
}

function stateRows(overview: Overview, faults: readonly Fault[]): [string, string][] {
  const { seed, acting_user, clock, scenario, health, counts } = overview

  return [
    ['Seed', String(seed)],
    ['Requests without credentials', acting_user === null ? 'are rejected' : `are handled as ${acting_user}`],
    ['Clock', `${clock.now} (${clock.mode})`],
    ['Scenario', scenario ?? 'none'],
    ['Faults', faults.map(faultLine).join(' ') || 'none'],
    ['Health', health],
    ['Entities', String(counts['entities'] ?? 0)],
  ]
}

function stepPart({ text, command, link }: ReproductionStep): string {
  return [
    `<p>${escaped(text)}`,
    ...(link === undefined ? [] : [` <a href="${escaped(link)}">${escaped(link)}</a>`]),
    ...(command === undefined ? [] : [`<pre>${escaped(command)}</pre>`]),
  ].join('')
}

/** The last items, with a note if others are omitted; only the note `none` if there are no items. */
function section<T>(items: readonly T[], none: string, part: (item: T) => string): string {
  if (items.length === 0) return note(none)

  const more = items.length > maxItems ? [note(`The last ${maxItems} of ${items.length}.`)] : []

  return [...more, ...items.slice(-maxItems).map(part)].join('\n')
}

function requestPart({ startedDateTime, time, request, response, _sandbox: marks }: HarEntry): string {
  const { status } = response
  const path = request.url.replace(/^https?:\/\/[^/]+/, '')
  const name = marks?.graphql ? operationText(marks.graphql) : `${request.method} ${path}`
  const line = `${marks?.sequence}. ${name} → ${status}`
  const details = [
    `${startedDateTime}, ${time} ms, ${marks?.user ? `by ${marks.user}` : 'anonymous'}`,
    ...(marks?.faults.length ? [`Faults: ${marks.faults.join(', ')}.`] : []),
    ...(marks?.unmatched ? [`No route; ${routeProblem(marks)}`] : []),
    ...(marks?.warnings ?? []).map(({ place, text }) => `Warning at ${place}: ${text}`),
  ]

  return `<details><summary${status >= 400 || status === 0 ? ' class="failed"' : ''}>${escaped(line)}</summary>
${details.map(note).join('\n')}
<pre>${escaped(message(request.headers, request.bodySize, request.postData))}</pre>
<pre>${escaped(message(response.headers, response.content.size, response.content))}</pre>
</details>`
}

type Content = Partial<NonNullable<HarEntry['request']['postData']> & HarEntry['response']['content']>

/** @param size of the body, in bytes */
function message(
  headers: HarEntry['request']['headers'],
  size: number,
  { text = '', encoding, _base64: binary, comment = '' }: Content = {},
): string {
  const isLong = text.length > maxCharacters
  const body =
    encoding || binary
      ? `(${size} bytes)`
      : `${text.slice(0, maxCharacters)}\n${isLong ? `… (${size} bytes in total)` : comment}`

  return [...headers.map(({ name, value }) => `${name}: ${value}`), '', body].join('\n').trimEnd()
}

function changePart(change: SandboxChange): string {
  const { messages = [], titles } = change
  const lines = messages.flatMap(messageLines)

  return `${note(changeLine(change) + (titles.length > 0 ? ` (${titles.join(', ')})` : ''))}${lines.length > 0 ? `<pre>${escaped(lines.join('\n'))}</pre>` : ''}`
}

/** What a change did, in numbers: `2026-01-31T12:00:00.000Z change by editor: 1 changed in entities` */
export function changeLine({ at, by, changes, kind, is_undone }: SandboxChange): string {
  const counts = Object.entries(changes).flatMap(([table, { added, changed, removed }]) =>
    Object.entries({ added, changed, removed }).flatMap(([kindOfChange, count]) =>
      count > 0 ? [`${count} ${kindOfChange} in ${table}`] : [],
    ),
  )

  return `${at} ${kind}${is_undone ? ' (undone)' : ''}${by === null ? '' : ` by ${by}`}: ${counts.join(', ')}`
}

/** What a change did to an entity, field by field. */
export function messageLines({ saveEntityMessage: message }: EntityMessage): string[] {
  const { PropertyChanges, RelationChanges } = message.ChangeSet

  return [
    `${message.EventType} ${message.TargetDefinition} ${message.TargetId}`,
    ...PropertyChanges.map((change) => `  ${changeText(change)}`),
    ...RelationChanges.map(
      ({ Relation, NewValues, RemovedValues }) =>
        `  ${Relation}: ${[...NewValues.map((id) => `+${id}`), ...RemovedValues.map((id) => `-${id}`)].join(' ')}`,
    ),
  ]
}

function note(text: string): string {
  return `<p class="note">${escaped(text)}`
}
