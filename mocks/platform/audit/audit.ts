import type { QueryCall } from '../../http/call.ts'
import { dateTime, oneOf, paging, text } from '../../http/declaration/parameters.ts'
import { reply } from '../../http/declaration/reply.ts'
import { getAndHead, type Route } from '../../http/declaration/route.ts'
import { observed } from '../../http/declaration/source.ts'
import { pagedListOf, pageOfAll } from '../../http/replies/paging.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { readDate } from '../../model/shared/dates.ts'
import { NotFound } from '../../model/shared/errors.ts'
import { availableNames } from '../../model/shared/suggestion.ts'
import { entityId } from '../../api/entities/entity-schema.ts'
import { AuditDocument, auditDocuments } from './audit-document.ts'

const entityIndexes: readonly string[] = ['raw', 'business']
/** Only `raw` and `business` have documents, the changes of entities: a sandbox has no actions, triggers or scripts. */
const indexes = [...entityIndexes, 'action', 'trigger', 'scripting']

const indexParameter = oneOf(indexes, 'Index of the audit.')

const queryDeclaration = {
  description: 'Returns the changes of entities among the last hundred changes of the sandbox.',
  source: observed('browser extensions'),
  query: {
    ...paging,
    from: dateTime('Only changes at or after this time.'),
    to: dateTime('Only changes at or before this time.'),
    fullText: text('Only documents with this text in a value; case-insensitive.'),
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
    getAndHead(`/api/audit/:index/${mode}/:entityId`, queryEntity, {
      ...base,
      description: 'Returns the changes of an entity among the last hundred changes of the sandbox.',
      params: { index: indexParameter, entityId },
    }),
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

function queryEntity(call: QueryCall<AuditParameters, { index: string; entityId: string }>): Reply {
  return respond(call, call.params.index, Number(call.params.entityId))
}

function respond(call: QueryCall<AuditParameters>, index: string, entity?: number): Reply {
  const lowerCased = index.toLowerCase()

  if (!indexes.includes(lowerCased))
    throw new NotFound(`There is no audit index "${index.slice(0, 100)}". ${availableNames(indexes)}`)

  const { from, to, fullText, order } = call.query
  const start = from === undefined ? -Infinity : Date.parse(readDate(from) ?? from)
  const end = to === undefined ? Infinity : Date.parse(readDate(to) ?? to)
  const searched = fullText?.toLowerCase()
  const documents = (entityIndexes.includes(lowerCased) ? auditDocuments(call.sandbox) : []).filter(
    (document) =>
      (entity === undefined || document.entity_id === entity) &&
      Date.parse(document.timestamp) >= start &&
      Date.parse(document.timestamp) <= end &&
      (searched === undefined || hasText(document, searched)),
  )

  if (order !== 'asc') documents.reverse()

  return json(pageOfAll(call, documents, (document) => document))
}

/** @param text in lower case */
function hasText(document: AuditDocument, text: string): boolean {
  return Object.values(document)
    .flat()
    .some((value) => value !== null && String(value).toLowerCase().includes(text))
}
