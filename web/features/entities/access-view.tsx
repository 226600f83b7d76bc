import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { linkTo, nameInLink } from '../../lib/page-addresses.ts'
import { QueryResult } from '../../parts/query-result.tsx'
import { getQuery } from '../../service/service-client.ts'
import { Select } from '../../ui/controls/field.tsx'

/** What a user may do with an entity, and which policies say so. */
export function AccessView({ id }: { id: number }) {
  const personas = useQuery(getQuery('/__sandbox/personas')).data?.items ?? []
  const [chosen, setChosen] = useState('reader')
  const { name, user_id, role } = personas.find((each) => each.name === chosen) ?? personas[0] ?? {}
  const path = { id, userId: user_id ?? 0 }
  const permissions = useQuery({
    ...getQuery('/api/entities/{id}/permissions/{userId}', { path }),
    enabled: user_id !== undefined,
  })

  return (
    <div className="flex flex-col gap-3 p-3">
      <Select<string>
        label="What may this user do here?"
        className="self-start"
        value={name ?? chosen}
        options={personas.map((each) => [each.name, `${each.name} (${each.role})`] as const)}
        choose={setChosen}
      />
      <QueryResult query={permissions} rows={4}>
        {(data) => (
          <ul aria-label={`Permissions of ${name}`} className="flex flex-col">
            {data.permissions.map(({ permission, policies }) => (
              <li key={permission} className="flex flex-wrap gap-x-3 border-b border-line/60 py-1">
                <span className="w-44 font-medium">{permission}</span>
                <span className="text-sm text-muted">
                  {policies.map(({ policy, rule_identifiers, is_group_policy }) => (
                    <span key={policy.href} className="mr-3">
                      by the policy of{' '}
                      <Link {...linkTo(nameInLink(policy.href))}>
                        {is_group_policy ? 'the group' : 'the user'} {nameInLink(policy.href)}
                      </Link>
                      : {rule_identifiers.join(', ')}
                    </span>
                  ))}
                </span>
              </li>
            ))}
            {data.permissions.length === 0 && (
              <li className="text-muted">No policy grants {name} anything.</li>
            )}
          </ul>
        )}
      </QueryResult>
      <p className="text-sm text-muted">
        Policies say what applications show; requests are allowed or rejected by the role of the user, {role}.
      </p>
    </div>
  )
}
