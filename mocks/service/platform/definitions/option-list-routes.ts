import { optionListNamed } from '../../../data/model/definitions/by-name.ts'
import { z } from 'zod'
import type { BodyCall, Call } from '../../http/call.ts'
import { created, json, noContent, type Reply } from '../../http/replies/reply.ts'
import { reply, del, post, put, getAndHead, observed, type Route } from '../../http/declare-route.ts'
import { text } from '../../http/declare-request.ts'
import { NotFound } from '../../../data/model/shared/errors.ts'
import { Labels, Link } from '../../../data/model/shared/json.ts'
import { auditMask, auditMembers, withIgnored } from '../../../data/model/shared/ignored-members.ts'
import { OptionList, type OptionValue } from '../../../data/model/definitions/definition.ts'
import {
  createOptionList,
  deleteOptionList,
  replaceOptionList,
} from '../../../data/model/definitions/option-lists.ts'
import { auditOf } from '../../../data/model/entities/entities.ts'
import type { Data } from '../../../data/model/data-tables.ts'
import type { Links } from '../../http/replies/links.ts'

const ValueResource = z.object({
  identifier: z.string(),
  labels: Labels,
  get values() {
    return z.array(ValueResource)
  },
})
type ValueResource = z.infer<typeof ValueResource>
z.globalRegistry.add(ValueResource, { id: 'OptionValue' })

const OptionListReference = z.object({ name: z.string(), self: Link })

const OptionListIndex = z.object({
  items: z.array(z.object({ name: z.string(), is_system_owned: z.boolean(), href: z.string() })),
  total_items: z.int(),
  self: Link,
})

/** An option list; child values are nested in their parent, to any depth. */
export const OptionListResource = z
  .object({
    name: z.string(),
    labels: Labels,
    type: z.enum(['Flat', 'Hierarchical']),
    is_system_owned: z.boolean(),
    values: z.array(ValueResource),
    created_on: z.string().nullable(),
    created_by: Link.nullable(),
    modified_on: z.string().nullable(),
    modified_by: Link.nullable(),
    self: Link,
  })
  .meta({ id: 'OptionList' })
export type OptionListResource = z.infer<typeof OptionListResource>

export function optionListResource(list: OptionList, links: Links): OptionListResource {
  const { name, labels, type, is_system_owned, created_by, created_on, modified_by, modified_on } = list

  return {
    name,
    labels,
    type,
    is_system_owned,
    values: list.values.map(valueResource),
    created_on: created_on ?? null,
    created_by: links.user(created_by),
    modified_on: modified_on ?? null,
    modified_by: links.user(modified_by),
    self: links.optionList(name),
  }
}

function valueResource({ identifier, labels, values = [] }: OptionValue): ValueResource {
  return { identifier, labels, values: values.map(valueResource) }
}

type ListParams = { name: string }

/** Members of responses that are ignored in a body, so that clients can send them back. */
const responseMembers = [...auditMembers, 'self']

/** An option list without its audit fields, which clients can't set. */
const OptionListInput = OptionList.omit(auditMask).extend({
  name: z
    .string()
    .regex(/^[\w.-]+$/, 'Expected a name of letters, digits, ".", "_" and "-".')
    .refine((name) => !/^\.{1,2}$/.test(name), 'Expected a name other than "." and "..".'),
})

withIgnored(OptionListInput, responseMembers)

const OptionListUpdate = OptionListInput.partial({ name: true })

withIgnored(OptionListUpdate, responseMembers)

/** Option lists, which existing clients call data sources. They are not part of the interface. */
export const optionLists: Route[] = [
  getAndHead('/api/datasources', list, {
    description: 'Lists the option lists.',
    source: observed('existing clients'),
    replies: { 200: reply('The names and addresses of all option lists.', OptionListIndex) },
  }),
  post('/api/datasources', create, {
    description: 'Creates an option list.',
    source: observed('existing clients'),
    body: OptionListInput,
    replies: {
      201: reply('The list was created.', OptionListReference, { Location: 'Address of the list.' }),
    },
  }),
  getAndHead(
    '/api/datasources/:name',
    (call) => json(optionListResource(optionListByName(call.data, call.params.name), call.links)),
    {
      description: 'Reads an option list with its values.',
      source: observed('existing clients'),
      query: { after: text('Ignored. Clients send it to bypass caches.') },
      replies: { 200: reply('The list.', OptionListResource) },
    },
  ),
  put('/api/datasources/:name', replace, {
    description: 'Replaces an option list.',
    source: observed('existing clients'),
    body: OptionListUpdate,
    replies: { 204: reply('The list was replaced.') },
  }),
  del('/api/datasources/:name', remove, {
    description: 'Deletes an option list that no property uses.',
    source: observed('existing clients'),
    replies: { 204: reply('The list was deleted.') },
  }),
]

function list(call: Call): Reply {
  const items = Array.from(call.data.optionLists.all(), ({ name, is_system_owned }) => ({
    name,
    is_system_owned,
    ...call.links.optionList(name),
  }))

  return json({ items, total_items: items.length, self: call.links.to('/api/datasources') })
}

async function create(call: BodyCall<typeof OptionListInput>): Promise<Reply> {
  const input = call.body

  call.change((draft, author) => {
    const { now, userId } = author

    createOptionList(draft, { ...input, ...auditOf(author), created_on: now, created_by: userId })
  })

  const self = call.links.optionList(input.name)

  return created(self.href, { name: input.name, self })
}

async function replace(call: BodyCall<typeof OptionListUpdate, ListParams>): Promise<Reply> {
  const { name, ...input } = call.body

  call.change((draft, author) => {
    const before = optionListByName(draft, call.params.name)

    replaceOptionList(draft, before, {
      ...before,
      ...input,
      name: name ?? before.name,
      ...auditOf(author),
    })
  })

  return noContent()
}

async function remove(call: Call<ListParams>): Promise<Reply> {
  call.change((draft) => deleteOptionList(draft, optionListByName(draft, call.params.name)))

  return noContent()
}

function optionListByName(data: Data, name: string): OptionList {
  const found = optionListNamed(data, name)

  if (!found) throw new NotFound(`Option list "${name.slice(0, 100)}" was not found.`)

  return found
}
