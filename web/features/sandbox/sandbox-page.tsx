import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RotateCcw, Redo2, Undo2 } from 'lucide-react'
import { formatCount, tableWords, counted, keyNames, countedRecords } from '../../lib/format.ts'
import { absoluteServiceUrl, linkTo } from '../../lib/page-addresses.ts'
import { overviewQuery, type Overview, type Change } from '../../service/sandbox-queries.ts'
import { Card, CardPart, Page } from '../../ui/layout/page.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { RequestPreview } from '../../parts/request-preview.tsx'
import { QueryList, QueryResult } from '../../parts/query-result.tsx'
import { ThemeSelect } from '../../parts/sandbox/setting-selects.tsx'
import { SnapshotsCard } from './snapshots-card.tsx'
import { DataFileCard } from './data-file-card.tsx'
import { SandboxesCard } from './sandboxes-card.tsx'
import { UpstreamCard } from './upstream-card.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Fragment } from 'react'
import { askToReset } from '../../parts/sandbox/reset.tsx'
import { Form, TextField, Select } from '../../ui/controls/field.tsx'
import { client, getQuery } from '../../service/service-client.ts'
import { control, validateWith, validationLevels, applyUndo } from '../../parts/sandbox/control.ts'
import { Age } from '../../parts/sandbox/sandbox-time.tsx'

/** How an application reaches the sandbox, its data, and what is seldom changed. */
export function SandboxPage() {
  const query = useQuery(overviewQuery)

  return (
    <Page>
      <div className="min-h-0 flex-1 overflow-auto p-3">
        <QueryResult query={query} rows={10}>
          {(data) => (
            <div className="grid items-start gap-3 lg:grid-cols-2 2xl:grid-cols-3">
              <Card title="Connect">
                <Connection overview={data} />
                <Tokens />
              </Card>
              <Card title="Data">
                <ChangesCard />
                <Reset seed={data.seed} />
                <SnapshotsCard />
                <DataFileCard sandbox={data.sandbox} />
              </Card>
              <Card title="Advanced">
                <Settings overview={data} />
                <UpstreamCard upstream={data.upstream} />
                <SandboxesCard current={data.sandbox} />
              </Card>
            </div>
          )}
        </QueryResult>
      </div>
    </Page>
  )
}

/** The address of the sandbox, a first request to it, and what it contains. */
function Connection({ overview }: { overview: Overview }) {
  const { sandbox, runtime, version, seed, acting_user, counts } = overview
  const details = [
    ['Requests without a token', acting_user === null ? 'rejected (401)' : `made as ${acting_user}`],
    ['Id', sandbox],
    ['Runs in', runtime === 'browser' ? 'this tab' : 'Node'],
    ['Version', version],
    ['Seed', seed],
    ...Object.entries(counts).flatMap(([table, size]) =>
      size > 0 ? [[tableWords(table), formatCount(size)]] : [],
    ),
  ] as const

  return (
    <CardPart
      title="Base URL"
      hint="Give your application this address instead of that of the real service."
      actions={<CopyButton text={absoluteServiceUrl} label="the base URL" />}
    >
      <p className="code mb-3 wrap-anywhere">{absoluteServiceUrl}</p>
      <RequestPreview requests={[{ method: 'GET', path: '/api/entitydefinitions', persona: 'editor' }]} />
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {details.map(([name, value]) => (
          <Fragment key={name}>
            <dt className="text-muted first-letter:uppercase">{name}</dt>
            <dd className="min-w-0">{value}</dd>
          </Fragment>
        ))}
      </dl>
      <div className="mt-3 lg:hidden">
        <ThemeSelect />
      </div>
    </CardPart>
  )
}

/** The users that can sign in, with their tokens. */
function Tokens() {
  const query = useQuery(getQuery('/__sandbox/personas'))

  return (
    <CardPart
      title="Tokens"
      hint="For the header Authorization: Bearer. Each password is the user name, unless it was changed. OAuth client and secret: sandbox."
    >
      <QueryList query={query} label="Tokens">
        {({ name, role, token, user_id }) => (
          <li key={name} className="flex items-center gap-2 border-b border-line/60 py-1">
            <Link {...linkTo(user_id)} className="w-14 shrink-0 truncate font-medium">
              {name}
            </Link>
            <span className="w-24 shrink-0 text-muted">{role}</span>
            <span className="min-w-0 flex-1 truncate font-mono text-sm">{token}</span>
            <CopyButton text={token} label={`the token of ${name}`} />
          </li>
        )}
      </QueryList>
    </CardPart>
  )
}

/** Resets the sandbox to its baseline, or to data generated from another seed. */
function Reset({ seed }: { seed: number }) {
  // Other data may take seconds to generate.
  const resetting = useMutation({ mutationFn: askToReset })

  return (
    <CardPart
      title="Seed and reset"
      hint="The sandbox’s own seed restores its initial data; another one generates other data."
    >
      <Form
        className="flex flex-wrap items-end gap-2"
        submit={({ seed: text }) => resetting.mutate(Number(text) === seed ? undefined : Number(text))}
      >
        <TextField
          label="Seed"
          name="seed"
          className="w-32 font-mono"
          inputMode="numeric"
          pattern={String.raw`-?\d{1,15}`}
          title="A whole number of at most 15 digits"
          required
          defaultValue={seed}
        />
        <Button Icon={RotateCcw} type="submit" tone="danger" disabled={resetting.isPending}>
          Reset to seed
        </Button>
      </Form>
    </CardPart>
  )
}

const cases = [
  ['documented', 'Green'],
  ['upper', 'GREEN'],
  ['lower', 'green'],
] as const

const putCase = (labelCase: Overview['label_case']) => () =>
  client.PUT('/__sandbox/label-case', { body: { case: labelCase } })

/** How invalid and ignored parts of requests are handled, and how colours are written (interface 2.6.3). */
function Settings({ overview: { validation, label_case } }: { overview: Overview }) {
  return (
    <CardPart title="Responses">
      <div className="flex flex-wrap gap-3">
        <Select
          label="Unknown members and values of the wrong type"
          value={validation}
          options={validationLevels}
          choose={(level) => validateWith(level, validation)}
        />
        <Select
          label="Case of colour names"
          value={label_case}
          options={cases}
          choose={(labelCase) =>
            void control(putCase(labelCase), 'Changed the case of colour names.', putCase(label_case))
          }
        />
      </div>
    </CardPart>
  )
}

/** The changes that can be undone; undone changes are first, struck through. */
function ChangesCard() {
  const query = useQuery(getQuery('/__sandbox/changes'))
  const { steps = { undo: 0, redo: 0, discarded: 0 } } = query.data ?? {}

  return (
    <CardPart
      title="Changes"
      hint={`Latest first. Undo reverts them one at a time; on any page, press ${keyNames('Mod+z')}.`}
    >
      <div className="flex gap-2">
        <Button Icon={Undo2} disabled={steps.undo === 0} onClick={() => void applyUndo('undo')}>
          Undo
        </Button>
        <Button Icon={Redo2} disabled={steps.redo === 0} onClick={() => void applyUndo('redo')}>
          Redo
        </Button>
      </div>
      {steps.discarded > 0 && (
        <p className="mt-3 text-muted">
          {counted(steps.discarded, 'earlier change')} can no longer be undone: the undo history, which all
          sandboxes share, is full (256 MiB).
        </p>
      )}
      <QueryList query={query} label="Changes" empty="No changes yet.">
        {(change) => (
          <li key={change.sequence} className="border-b border-line/60 py-1">
            <p className={`break-words ${change.is_undone ? 'text-muted line-through' : ''}`}>
              {describeChange(change)}
            </p>
            <p className="text-sm text-muted">
              {change.is_undone && 'Undone. '}
              <Age at={change.at} />
              {change.by && ` by ${change.by}`}
            </p>
          </li>
        )}
      </QueryList>
    </CardPart>
  )
}

const descriptions: Partial<Record<Change['kind'], string>> = {
  reset: 'Reset',
  restore: 'Restored a snapshot',
  import: 'Imported a data file',
}

/** Describes a change in a few words: `Deleted Harbour at dawn`, `Changed the health of search`. */
export function describeChange({ kind, changes, titles }: Change): string {
  const [table = '', { added = 0, changed = 0, removed = 0 } = {}] =
    Object.entries(changes).find(([name]) => name === 'entities') ?? Object.entries(changes)[0] ?? []
  // Deletions and creations come first; the other changes often follow from them.
  const [action, number] = removed ? ['Deleted', removed] : added ? ['Created', added] : ['Changed', changed]
  const others = number - titles.length
  const entities = titles.length > 0 && `${titles.join(', ')}${others > 0 ? ` and ${others} more` : ''}`

  if (kind === 'change' && table === 'components') return `Changed the health of ${entities || 'components'}`

  return descriptions[kind] ?? `${action} ${entities || (table ? countedRecords(table, number) : 'nothing')}`
}
