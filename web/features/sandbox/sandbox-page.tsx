import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Layers } from 'lucide-react'
import { formatCount, tableWords } from '../../lib/format.ts'
import { absoluteServiceUrl, linkTo } from '../../lib/addresses.ts'
import { overviewQuery, personasQuery } from '../../service/sandbox.ts'
import { Card, List, Page } from '../../ui/layout/page.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { QueryResult } from '../../parts/query-result.tsx'
import { ConsoleUserSelect } from '../../parts/sandbox/console-user-select.tsx'
import { ThemeSelect } from '../../ui/controls/setting-selects.tsx'
import { ChangesCard } from './changes-card.tsx'
import { ClockCard } from './clock-card.tsx'
import { DataFileCard } from './data-file-card.tsx'
import { ResetCard } from './reset-card.tsx'
import { SnapshotsCard } from './snapshots-card.tsx'
import { ValidationCard } from './validation-card.tsx'
import { LinkButton } from '../../ui/controls/button.tsx'

/** Shows the address and contents of the sandbox, and undoes, resets and restores its data. */
export function SandboxPage() {
  const query = useQuery(overviewQuery)

  return (
    <Page
      actions={
        <LinkButton Icon={Layers} to="/sandboxes">
          All sandboxes
        </LinkButton>
      }
    >
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
                  <ConsoleUserSelect />
                  <span className="text-muted">Theme</span>
                  <ThemeSelect />
                </div>
              </Card>
              <ChangesCard />
              <ResetCard seed={data.seed} />
              <SnapshotsCard />
              <ClockCard clock={data.clock} />
              <ValidationCard level={data.validation} />
              <PersonasCard />
              <DataFileCard sandbox={data.sandbox} />
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
  const query = useQuery(personasQuery)

  return (
    <Card
      title="Personas"
      hint="Each password is the user name, unless it was changed. OAuth client and secret: sandbox."
    >
      <QueryResult query={query} rows={3}>
        {(personas) => (
          <List label="Personas">
            {personas.map(({ name, role, token, user_id }) => (
              <li key={name} className="flex items-center gap-2 border-b border-line/60 py-1">
                <Link {...linkTo(user_id)} className="w-14 shrink-0 truncate font-medium">
                  {name}
                </Link>
                <span className="w-24 shrink-0 text-muted">{role}</span>
                <span className="min-w-0 flex-1 truncate font-mono text-sm">{token}</span>
                <CopyButton text={token} label={`the token of ${name}`} />
              </li>
            ))}
          </List>
        )}
      </QueryResult>
    </Card>
  )
}
