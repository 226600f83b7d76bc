import { z } from 'zod'
import { ResponseError, type RequestOf } from '../../../client/client.ts'
import { findExpression } from '../../../client/entity-requests.ts'
import type { GivenEntity } from '../../../client/entity-types.ts'
import type { Component, Entity, Fault, JournalEntry } from '../../../client/operations.ts'
import type { ExpectedRequest } from '../../../client/sandbox-client.ts'
import { followEvents } from '../../../client/transport.ts'
import { healthLabels } from '../../../data/model/health/component.ts'
import { isObject } from '../../../data/model/shared/json.ts'
import { dayLength } from '../../../data/model/shared/dates.ts'
import { builtInUsers } from '../../../data/model/users/users.ts'
import { journalParameters } from '../../../service/control/journal/journal-routes.ts'
import { count, flag, oneOf, text } from '../../../service/http/declare-request.ts'
import { UsageError } from '../command-line/arguments.ts'
import { thousands, writeOutputFile } from '../command-line/output.ts'
import { openInBrowser } from './open-in-browser.ts'
import { journalLine } from './request-log.ts'
import { verb, type Verb } from './verb.ts'
import { readPath } from '../../../data/import/sources/source-files.ts'
import { throwDescribed } from './open-server.ts'

const nothing = z.object({})
const object = z.record(z.string(), z.unknown())
const Given = z.strictObject({
  id: z.int().optional(),
  identifier: z.string().optional(),
  properties: object.optional(),
  relations: object.optional(),
})

function checkedByService<T>(schema: z.ZodType<object | string>, description: string) {
  return schema.transform((given) => given as T).describe(description) // the service validates it
}

/** What the command line and assistants do with a running sandbox, in the order of the help. */
export const verbs: readonly Verb[] = [
  verb({
    form: 'status [options]',
    help: 'the data, clock, user, scenario, faults and health of a sandbox',
    input: nothing,
    isReadOnly: true,
    run: async ({ sandbox }) => ({ base_url: sandbox.url, ...(await sandbox.overview()) }),
    text: (state) =>
      [
        `Sandbox   ${state.sandbox} at ${state.base_url}`,
        `Data      ${thousands(state.counts['entities'] ?? 0)} entities, seed ${state.seed}`,
        `Clock     ${state.clock.now}, ${state.clock.mode === 'frozen' ? 'frozen' : 'running'}`,
        `User      ${state.acting_user ?? 'none'}, of requests without credentials`,
        `Scenario  ${state.scenario ?? 'none'}`,
        `Faults    ${state.active_faults} active`,
        `Health    ${state.health}`,
        `Journal   ${state.journal.last_sequence} requests`,
      ].join('\n'),
  }),
  verb({
    form: 'logs [-f] [options]',
    help: 'the requests of applications, with warnings; -f goes on',
    input: z.object(journalParameters).partial(),
    isReadOnly: true,
    run: async ({ client }, query) => (await client.GET('/__sandbox/journal', { query })).data,
    text: ({ items }) => items.map(journalLine).join('\n') || 'There are none.',
    async follow({ transport }, { limit: _, ...filters }, { items, last_sequence }, print) {
      const query = Object.entries({ ...filters, since: last_sequence }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      )
      const path = `/__sandbox/journal?${new URLSearchParams(query).toString()}`
      const show = (entry: JournalEntry) => print(journalLine(entry), entry)

      items.forEach(show)
      // Other events say that entries were dropped or cleared.
      await (
        await followEvents(transport, path, (data) => isEntry(data) && show(data))
      ).end
    },
  }),
  verb({
    form: 'verify <expectation>',
    help: 'whether requests were received: {"path":"/api/*","count":1}',
    input: z.object({ expectation: checkedByService<ExpectedRequest>(object, 'As in docs: controls.') }),
    isReadOnly: true,
    run: ({ sandbox }, { expectation }) => sandbox.verify(expectation),
    isNegative: ({ ok }) => !ok,
  }),
  verb({
    form: 'fault [preset or rule]',
    help: 'add a fault: flaky, or a rule as JSON; none removes all; or list them',
    input: z.object({
      rule: checkedByService<RequestOf<'POST', '/__sandbox/faults'>['body'] | 'none'>(
        z.union([object, z.string().transform((preset) => (preset === 'none' ? preset : { preset }))]),
        'A preset such as flaky, or {"match":{"path":"/api/entities/*"},"effect":{"kind":"response","status":503}}; docs: controls.',
      ).optional(),
    }),
    async run({ client, sandbox }, { rule }) {
      if (rule === 'none') await sandbox.clearFaults()
      else if (rule) await client.POST('/__sandbox/faults', { body: rule })

      return sandbox.faults()
    },
    text: (faults) => faults.map(faultLine).join('\n') || 'There are none.',
  }),
  verb({
    form: 'scenario [name] [options]',
    help: 'enter a scenario; none leaves it; or list them',
    input: z.object({ name: z.string().optional() }),
    async run({ client, sandbox }, { name }) {
      if (name !== undefined) await sandbox.setScenario(name === 'none' ? null : name)
      const { scenario } = await sandbox.overview()

      return { scenario, scenarios: (await client.GET('/__sandbox/scenarios')).data.items }
    },
    text: ({ scenario, scenarios }) =>
      scenarios
        .map(({ name, description }) => `${name === scenario ? '*' : ' '} ${name}  ${description}`)
        .join('\n'),
  }),
  verb({
    form: 'as <user> [options]',
    help: 'whose requests without credentials are from now on; none rejects them',
    input: z.object({ user: z.string() }),
    run: ({ sandbox }, { user }) => sandbox.actAs(user === 'none' ? null : user),
  }),
  verb({
    form: 'health [component] [colour]',
    help: 'set the colour of a component: search Red; reset restores; or list',
    input: z.object({
      component: z.string().optional(),
      colour: oneOf([...healthLabels, 'reset'], 'Its colour; reset restores the initial one.').optional(),
    }),
    async run({ client, sandbox }, { component, colour }) {
      if (component !== undefined) {
        if (colour === undefined) throw new UsageError(`health needs a colour: health ${component} Red.`)
        await (colour === 'reset' ? sandbox.resetHealth(component) : sandbox.setHealth(component, colour))
      }

      return (await client.GET('/__sandbox/health')).data
    },
    text: (health) => healthLines(health).join('\n'),
  }),
  verb({
    form: 'clock <action> [value]',
    help: 'freeze (at a time), advance (5m, 2h) or run (so far ahead) the clock',
    input: z.object({
      action: oneOf(['freeze', 'advance', 'run'], 'What to do.'),
      value: text('The time, as 2026-01-31T12:00:00Z, or the duration, as 90s.').optional(),
    }),
    run: ({ sandbox: { clock } }, { action, value }) =>
      action === 'freeze'
        ? clock.freeze(value)
        : action === 'advance'
          ? clock.advance(durationOf(value))
          : clock.run(durationOf(value ?? '0')),
    text: (now) => now.toISOString(),
  }),
  verb({
    form: 'give <definition> [entity]',
    help: 'create or change an entity: M.Asset \'{"properties":{"Title":"Leek"}}\'',
    input: z.object({
      definition: z.string(),
      entity: checkedByService<GivenEntity>(Given, 'Mandatory properties are made up.').optional(),
    }),
    run: ({ sandbox }, { definition, entity }) => sandbox.give(definition, entity),
    text: entityLine,
  }),
  verb({
    form: 'find <query> [properties]',
    help: 'entities with values, M.Asset \'{"Title":"Leek"}\', or by an expression',
    input: z.object({
      query: text('M.Asset, or Definition.Name=="M.Asset" AND String("Title")=="Leek"; docs: query.'),
      properties: object.describe('Values by name, of the definition.').optional(),
      take: count('How many at most; 100 by default.').optional(),
    }),
    isReadOnly: true,
    async run({ client }, { query: given, properties = {}, take = 100 }) {
      const query = /^[\w.]+$/.test(given) ? findExpression(given, properties) : given
      const { items, total_items, unknown } = (
        await client.GET('/__sandbox/entities', { query: { query, take } })
      ).data

      if (unknown.length > 0) throw new Error(unknown.join(' '))

      return { items, total_items }
    },
    text: ({ items, total_items }) => [...items.map(entityLine), `${total_items} in total`].join('\n'),
  }),
  verb({
    form: 'request <method> <path> [body]',
    help: 'send a request as an application would, to /api or /__sandbox',
    input: z.object({
      method: oneOf(['GET', 'POST', 'PUT', 'DELETE'], 'Its method.').default('GET'),
      path: z.string().startsWith('/').describe('With its query: /api/entities/1000'),
      body: z.unknown().optional().describe('JSON'),
      as: oneOf(
        builtInUsers.map(({ name }) => name),
        'The user who sends it.',
      ).optional(),
    }),
    async run({ sandbox }, { method, path, body, as: user }) {
      const response = await sandbox.fetch(path, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        headers: {
          'Content-Type': 'application/json',
          ...(user === undefined ? {} : { 'X-Auth-Token': `sandbox-${user}` }),
        },
      })
      const content = await response.text()
      const isJson = content !== '' && response.headers.get('Content-Type')?.includes('json')

      return { status: response.status, body: isJson ? z.json().parse(JSON.parse(content)) : content }
    },
    isNegative: ({ status }) => status >= 400,
  }),
  verb({
    form: 'ls [options]',
    help: 'the sandboxes of the server',
    input: nothing,
    isReadOnly: true,
    run: async ({ client }) => (await client.GET('/__sandbox/sandboxes')).data.items,
    text: (items) =>
      items
        .map(({ id, base, entities }) => `${id}  ${base.href}  ${thousands(entities)} entities`)
        .join('\n'),
  }),
  verb({
    form: 'fork [id] [options]',
    help: 'create a sandbox as a copy of another one',
    input: z.object({ id: z.string().optional() }),
    run: async ({ client, sandbox }, body) =>
      (await client.POST('/__sandbox/sandboxes/{id}/fork', { path: { id: sandbox.id }, body })).data,
    text: ({ id, base }) => `The sandbox "${id}" is at ${base.href}`,
  }),
  verb({
    form: 'reset [options]',
    help: 'reset a running sandbox to its baseline: the initial or imported data',
    input: z.object({ seed: z.int().describe('Generate the data of another seed.').optional() }),
    run: ({ sandbox }, { seed }) => sandbox.reset(seed === undefined ? {} : { seed }),
    text: () => 'The sandbox was reset.',
  }),
  verb({
    form: 'snapshot <action> [name]',
    help: 'save, restore or delete a snapshot, or list them',
    input: z.object({
      action: oneOf(['save', 'restore', 'delete', 'list'], 'What to do.'),
      name: z.string().optional(),
    }),
    async run({ client, sandbox }, { action, name }) {
      if ((action === 'list') !== (name === undefined)) {
        throw new UsageError(`snapshot ${action} ${name === undefined ? 'needs a' : 'takes no'} name.`)
      }
      if (name !== undefined) {
        if (action === 'save') await sandbox.snapshot(name)
        else if (action === 'restore') await sandbox.restore(name)
        else await client.DELETE('/__sandbox/snapshots/{name}', { path: { name } })
      }

      return (await client.GET('/__sandbox/snapshots')).data.items
    },
    text: (items) => items.map(({ name }) => name).join('\n') || 'There are none.',
  }),
  verb({
    form: 'export [file] [options]',
    help: 'export the data of a running sandbox, to stdout if no file is given',
    input: z.object({ file: z.string().optional() }),
    isCommandOnly: true,
    async run({ sandbox }, { file }) {
      const response = await sandbox.fetch('/__sandbox/export')
      const content = await response.text()

      if (!response.ok) throw new ResponseError('export', response, content)
      if (file === undefined) return content
      await writeOutputFile(file, [content])

      return { file, bytes: Buffer.byteLength(content) }
    },
    text: (saved) =>
      typeof saved === 'string' ? saved : `Saved in ${saved.file}, ${thousands(saved.bytes)} bytes.`,
  }),
  verb({
    form: 'import <path> [options]',
    help: 'import data, a response, HAR or package into a running sandbox',
    input: z.object({
      path: z.string(),
      baseline: flag('Make the imported data the state that reset restores.').optional(),
    }),
    isCommandOnly: true,
    run: async ({ client }, { path, baseline }) =>
      (await client.POST('/__sandbox/import', { query: { baseline }, body: new Blob([await bytesAt(path)]) }))
        .data,
    text: ({ lines }) => lines.join('\n'),
  }),
  verb({
    form: 'open [options]',
    help: 'open the console of the sandbox in a browser',
    input: nothing,
    isCommandOnly: true,
    async run({ sandbox, controlToken: control }) {
      const [server = '', id] = sandbox.url.split(/\/s\/(?=[\w-]+$)/)
      const given = { ...(id !== undefined && { sandbox: id }), ...(control !== undefined && { control }) }
      const url = new URL(`?${new URLSearchParams(given).toString()}`, `${server}/`).href.replace(/\?$/, '')

      return { url, problem: await openInBrowser(url) }
    },
    text: ({ url, problem }) => (problem === undefined ? url : `${problem} Open ${url} yourself.`),
  }),
]

const units = new Map(Object.entries({ ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: dayLength }))

/** In milliseconds. @throws {UsageError} when it is none */
function durationOf(text = ''): number {
  const [, amount, unit = 'ms'] = /^(\d{1,12})(ms|s|m|h|d)?$/.exec(text) ?? []

  if (amount !== undefined) return Number(amount) * (units.get(unit) ?? 1)
  throw new UsageError(`Expected a duration such as 90s, 5m, 2h or 1d, or milliseconds, not "${text}".`)
}

function entityLine({ id, properties }: Pick<Entity, 'id' | 'properties'>): string {
  return `${id}  ${JSON.stringify(properties)}`
}

function faultLine({ id, name, effect, match = {}, hits, seen, active }: Fault): string {
  const { method = 'all', path = 'requests' } = match

  return `${id}  ${name ?? effect.kind}  ${method} ${path}  ${hits} of ${seen}${active ? '' : ', inactive'}`
}

function healthLines({ path, label, aggregated, message, downstream }: Component): string[] {
  const own = `${aggregated.padEnd(6)}  ${path || 'the service'}${label === aggregated ? `  ${message}` : ''}`

  return [own, ...downstream.flatMap(healthLines)]
}

function isEntry(data: unknown): data is JournalEntry {
  return isObject(data) && 'sequence' in data
}

/**
 * The bytes of a file to import; of a folder, a zip of its files.
 *
 * @throws {UsageError} when it can't be read
 */
async function bytesAt(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const { files, isFolder } = await readPath(path, 'path').catch(throwDescribed)
  const [file] = files

  if (!isFolder && file) return new Uint8Array(file.bytes)

  const { zipSync } = await import('fflate')

  return zipSync(Object.fromEntries(files.map((each) => [each.path, each.bytes])))
}
