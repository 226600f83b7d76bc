import { isoDate } from '../../../data/model/shared/json.ts'
import { readDate } from '../../../data/model/shared/dates.ts'
import type { QueryCall } from '../../http/call.ts'
import { oneOf, paging, text } from '../../http/declare-request.ts'
import { reply, getAndHead, observed, type Route } from '../../http/declare-route.ts'
import { pagedListOf, pageOfAll } from '../../http/replies/paging.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { InvalidRequest, NotFound } from '../../../data/model/shared/errors.ts'
import { foldMember } from '../../../data/model/shared/letter-case.ts'
import { availableNames, shortened } from '../../../data/model/shared/suggestion.ts'
import { entityId } from '../../api/entities/entity-schema.ts'
import { z } from 'zod'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { uniqueValueKey } from '../../../data/model/entities/properties.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'

/** A change of an entity. */
const AuditDocument = z
  .object({
    timestamp: z.string(),
    event_type: z.enum(['EntityCreated', 'EntityUpdated', 'EntityDeleted']),
    entity_id: z.int(),
    /** The id of the entity, as text. */
    target_id: z.string(),
    entity_identifier: z.string(),
    entitydefinition: z.string(),
    /** Name of the user who made the change; null when it is unknown. */
    user: z.string().nullable(),
    username: z.string().nullable(),
    user_id: z.int().nullable(),
    /** Names of the properties and relations that changed; none when only the identifier or the cultures did. */
    changed: z.array(z.string()),
    /** The kind of change set that it belongs to: `change`, `reset`, `undo` ... */
    origin: z.string(),
    sequence: z.int(),
  })
  .meta({ id: 'AuditDocument' })
type AuditDocument = z.infer<typeof AuditDocument>

/** The changes of entities in the history of a sandbox, the oldest first. */
function auditDocuments({ history, data }: Sandbox): AuditDocument[] {
  return history.after(0).flatMap(({ sequence, at, change }) =>
    change.changes
      .filter(({ table }) => table === 'entities')
      .map(({ before, after }) => {
        // the entities table holds only Entity records
        const [from, to] = [before as Entity | undefined, after as Entity | undefined]
        const entity = to ?? from
        const user = change.cause.by ?? null
        const key = user === null ? undefined : uniqueValueKey('User', 'Username', user)

        if (!entity) throw new TypeError('A change has a record before or after it.')

        return {
          timestamp: at,
          event_type: from ? (to ? 'EntityUpdated' : 'EntityDeleted') : 'EntityCreated',
          entity_id: entity.id,
          target_id: String(entity.id),
          entity_identifier: entity.identifier,
          entitydefinition: entity.definition,
          user,
          username: user,
          user_id: key === undefined ? null : (data.entities.find('propertyValue', key)?.id ?? null),
          changed: changedMembers(from, to),
          origin: change.cause.kind,
          sequence,
        }
      }),
  )
}

function changedMembers(before: Entity | undefined, after: Entity | undefined): string[] {
  const properties = changedNames(before?.properties, after?.properties)

  return [...new Set([...properties, ...changedNames(before?.relations, after?.relations)])]
}

function changedNames(before: object = {}, after: object = {}): string[] {
  const [from, to] = [new Map(Object.entries(before)), new Map(Object.entries(after))]

  return [...new Set([...from.keys(), ...to.keys()])].filter(
    (name) => JSON.stringify(from.get(name)) !== JSON.stringify(to.get(name)),
  )
}

const entityIndexes: readonly string[] = ['raw', 'business']
/** Only `raw` and `business` have documents, the changes of entities: a sandbox has no actions, triggers or scripts. */
const indexes = [...entityIndexes, 'action', 'trigger', 'scripting']

const indexParameter = oneOf(indexes, 'Index of the audit.')

const queryDeclaration = {
  description: 'Returns the changes of entities among the last hundred changes of the sandbox.',
  source: observed('browser extensions'),
  query: {
    ...paging,
    from: isoDate.describe('Only changes at or after this time. ISO 8601.'),
    to: isoDate.describe('Only changes at or before this time. ISO 8601.'),
    fullText: text('Only documents with this text in a value; case-insensitive.'),
    raw: text('Only documents with these values: `member:value`, joined by AND or OR.'),
    order: oneOf(['asc', 'desc'], 'Order by time; the newest first by default.'),
  },
  replies: { 200: reply('A page of the documents.', pagedListOf(AuditDocument)) },
}

/** Existing clients scroll by following `next`; the pages are those of a query. */
const scrollDeclaration = {
  ...queryDeclaration,
  query: {
    ...queryDeclaration.query,
    scrollTime: text('Ignored: results do not expire.'),
    scrollId: text('Ignored: follow `next`.'),
  },
}

export const audit: Route[] = (['query', 'scroll'] as const).flatMap((mode) => {
  const base = mode === 'query' ? queryDeclaration : scrollDeclaration

  return [
    getAndHead(`/api/audit/:index/${mode}`, query, { ...base, params: { index: indexParameter } }),
    getAndHead(
      `/api/audit/:index/${mode}/:entityId`,
      (call) => respond(call, call.params.index, Number(call.params.entityId)),
      {
        ...base,
        description: 'Returns the changes of an entity among the last hundred changes of the sandbox.',
        params: { index: indexParameter, entityId },
      },
    ),
    getAndHead(`/api/audit/raw/operational/${mode}`, (call) => json(pageOfAll(call, [], (item) => item)), {
      ...base,
      description: 'Returns an empty page: a sandbox has no operational audit.',
    }),
  ]
})

type AuditParameters = typeof queryDeclaration.query

function query(call: QueryCall<AuditParameters, { index: string }>): Reply {
  return respond(call, call.params.index)
}

function respond(call: QueryCall<AuditParameters>, index: string, entity?: number): Reply {
  const lowerCased = index.toLowerCase()

  if (!indexes.includes(lowerCased))
    throw new NotFound(`There is no audit index "${index.slice(0, 100)}". ${availableNames(indexes)}`)

  const { from, to, fullText, raw = '', order } = call.query
  const hasValues = rawFilter(raw)
  const start = from === undefined ? -Infinity : Date.parse(readDate(from) ?? from)
  const end = to === undefined ? Infinity : Date.parse(readDate(to) ?? to)
  const searched = fullText?.toLowerCase()
  const documents = (entityIndexes.includes(lowerCased) ? auditDocuments(call.sandbox) : []).filter(
    (document) =>
      (entity === undefined || document.entity_id === entity) &&
      Date.parse(document.timestamp) >= start &&
      Date.parse(document.timestamp) <= end &&
      (searched === undefined || hasText(document, searched)) &&
      hasValues(document),
  )

  if (order !== 'asc') documents.reverse()

  return json(pageOfAll(call, documents, (document) => document))
}

/**
 * The filter of `event_type:EntityDeleted AND username:editor`, in any letter case; `*` is any value. Blanks mean AND.
 *
 * @throws {InvalidRequest} when a term has another form or member
 */
function rawFilter(raw: string): (document: AuditDocument) => boolean {
  const alternatives = raw
    .split(/\sOR\s/)
    .map((part) => (part.match(/(?:"[^"]*"|[^\s"])+/g) ?? []).filter((term) => term !== 'AND').map(readTerm))

  return (document) => alternatives.some((terms) => terms.every((matches) => matches(document)))
}

function readTerm(term: string): (document: AuditDocument) => boolean {
  const members: readonly string[] = Object.keys(AuditDocument.shape)
  const [, name = '', value = ''] = /^(\w+):"?([^"]*)"?$/.exec(term.toLowerCase()) ?? []
  const member = members.find((each) => foldMember(each) === foldMember(name))

  if (member === undefined) {
    throw new InvalidRequest({
      raw: `Expected member:value with one of ${members.join(', ')}, not "${shortened(term)}".`,
    })
  }

  return (document) =>
    [Reflect.get(document, member)]
      .flat()
      .some((each) => value === '*' || String(each).toLowerCase() === value)
}

/** @param text in lower case */
function hasText(document: AuditDocument, text: string): boolean {
  return Object.values(document)
    .flat()
    .some((value) => value !== null && String(value).toLowerCase().includes(text))
}
