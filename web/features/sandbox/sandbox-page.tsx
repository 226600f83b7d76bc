import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { formatCount, tableWords } from '../../lib/format.ts'
import { absoluteServiceUrl, linkTo } from '../../lib/page-addresses.ts'
import { overviewQuery, type Overview } from '../../service/sandbox-queries.ts'
import { Card, Page } from '../../ui/layout/page.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { QueryList, QueryResult } from '../../parts/query-result.tsx'
import { ThemeSelect } from '../../parts/sandbox/setting-selects.tsx'
import { ChangesCard } from './changes-card.tsx'
import { DataFileCard } from './data-file-card.tsx'
import { SandboxesCard } from './sandboxes-card.tsx'
import { SnapshotsCard } from './snapshots-card.tsx'
import { UpstreamCard } from './upstream-card.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { useState } from 'react'
import { askToReset } from '../../parts/sandbox/reset.tsx'
import { Form, TextField, Select } from '../../ui/controls/field.tsx'
import { client, getQuery } from '../../service/service-client.ts'
import { control } from '../../parts/sandbox/control.ts'

/** Shows the address and contents of the sandbox, and undoes, resets and restores its data. */
export function SandboxPage() {
  const query = useQuery(overviewQuery)

  return (
    <Page>
      <div className="min-h-0 flex-1 overflow-auto p-3">
        <QueryResult query={query} rows={10}>
          {(data) => (
            <div className="gap-3 *:mb-3 *:break-inside-avoid md:columns-2 2xl:columns-3">
              <Card title="This sandbox">
                <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
                  <Detail name="Base URL">
                    <span className="flex items-center gap-1">
                      <span className="font-mono wrap-anywhere">{absoluteServiceUrl}</span>
                      <CopyButton text={absoluteServiceUrl} label="the base URL" />
                    </span>
                  </Detail>
                  <Detail name="Id">{data.sandbox}</Detail>
                  <Detail name="Runs in">{data.runtime === 'browser' ? 'this tab' : 'Node'}</Detail>
                  <Detail name="Version">{data.version}</Detail>
                  <Detail name="Seed">{data.seed}</Detail>
                  <Detail name="Requests without a token">
                    {data.acting_user === null ? 'rejected (401)' : `made as ${data.acting_user}`}
                  </Detail>
                  {Object.entries(data.counts)
                    .filter(([, size]) => size > 0)
                    .map(([table, size]) => (
                      <Detail key={table} name={tableWords(table)}>
                        {formatCount(size)}
                      </Detail>
                    ))}
                </dl>
                <div className="mt-3 flex flex-wrap items-center gap-2 lg:hidden">
                  <ThemeSelect />
                </div>
              </Card>
              <ChangesCard />
              <ResetCard seed={data.seed} />
              <SnapshotsCard />
              <ValidationCard level={data.validation} />
              <PersonasCard />
              <DataFileCard sandbox={data.sandbox} />
              <UpstreamCard upstream={data.upstream} />
              <SandboxesCard current={data.sandbox} />
            </div>
          )}
        </QueryResult>
      </div>
    </Page>
  )
}

function Detail({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-muted first-letter:uppercase">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}

/** The users that can sign in, with their tokens. */
function PersonasCard() {
  const query = useQuery(getQuery('/__sandbox/personas'))

  return (
    <Card
      title="Personas"
      hint="Each password is the user name, unless it was changed. OAuth client and secret: sandbox."
    >
      <QueryList query={query} label="Personas">
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
    </Card>
  )
}

/** Resets the sandbox to its baseline, or to data generated from another seed. */
function ResetCard({ seed }: { seed: number }) {
  const [text, setText] = useState(String(seed))
  const isSeed = /^-?\d{1,15}$/.test(text)
  const other = Number(text) === seed ? undefined : Number(text)
  // Other data may take seconds to generate.
  const resetting = useMutation({ mutationFn: askToReset })

  return (
    <Card
      title="Seed and reset"
      hint="The sandbox’s own seed restores its initial data; another one generates other data."
    >
      <Form className="flex flex-wrap items-end gap-2" submit={() => isSeed && resetting.mutate(other)}>
        <TextField
          label="Seed"
          className="w-32 font-mono"
          inputMode="numeric"
          aria-invalid={!isSeed}
          value={text}
          change={(text) => setText(text.trim())}
        />
        <Button Icon={RotateCcw} type="submit" tone="danger" disabled={!isSeed || resetting.isPending}>
          Reset to seed
        </Button>
      </Form>
    </Card>
  )
}

type Level = Overview['validation']

const levels: readonly (readonly [Level, label: string, done: string])[] = [
  ['off', 'Ignore', 'Invalid parts of requests are ignored silently.'],
  ['warn', 'Warn', 'Invalid parts are reported in Requests and in a response header.'],
  ['enforce', 'Reject (400)', 'Invalid requests are rejected with 400.'],
]

/** Chooses how invalid and ignored parts of requests are handled. */
function ValidationCard({ level }: { level: Level }) {
  return (
    <Card title="Validation" hint="Unknown members and parameters, and values of the wrong type.">
      <Select
        label="Invalid requests"
        value={level}
        options={levels.map(([level, label]) => [level, label] as const)}
        choose={(newLevel) => {
          const done = levels.find(([each]) => each === newLevel)?.[2] ?? ''

          void control(put(newLevel), done, put(level))
        }}
      />
    </Card>
  )
}

function put(level: Level) {
  return () => client.PUT('/__sandbox/validation', { body: { level } })
}
