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

const index = oneOf(indexes, 'Index of the audit.')

const queryDeclaration = {
  description: 'Returns the last hundred changes of the sandbox, the newest first.',
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
    getAndHead(`/api/audit/:index/${mode}`, query, { ...base, params: { index } }),
    getAndHead(`/api/audit/:index/${mode}/:entityId`, queryEntity, { ...base, params: { index, entityId } }),
    getAndHead(
      `/api/audit/raw/operational/${mode}`,
      (call) => json(pageOfAll(call, [], (item) => item)),
      base,
    ),
  ]
})

type AuditParameters = typeof queryDeclaration.query

function query(call: QueryCall<AuditParameters, { index: string }>): Reply {
  return respond(call, call.params.index)
}

function queryEntity(call: QueryCall<AuditParameters, { index: string; entityId: string }>): Reply {
  return respond(call, call.params.index, Number(call.params.entityId))
}

function respond(call: QueryCall<AuditParameters>, name: string, entity?: number): Reply {
  const index = name.toLowerCase()

  if (!indexes.includes(index))
    throw new NotFound(`There is no audit index "${name.slice(0, 100)}". ${availableNames(indexes)}`)

  const { from, to, fullText, order } = call.query
  const start = from === undefined ? -Infinity : Date.parse(readDate(from) ?? from)
  const end = to === undefined ? Infinity : Date.parse(readDate(to) ?? to)
  const searched = fullText?.toLowerCase()
  const documents = (entityIndexes.includes(index) ? auditDocuments(call.sandbox) : []).filter(
    (document) =>
      (entity === undefined || document.entity_id === entity) &&
      Date.parse(document.timestamp) >= start &&
      Date.parse(document.timestamp) <= end &&
      (searched === undefined || textOf(document).includes(searched)),
  )

  if (order !== 'asc') documents.reverse()

  return json(pageOfAll(call, documents, (document) => document))
}

function textOf(document: AuditDocument): string {
  return JSON.stringify(Object.values(document)).toLowerCase()
}
