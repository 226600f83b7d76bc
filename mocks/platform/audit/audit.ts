import type { QueryCall } from '../../http/call.ts'
import { dateTime, oneOf, paging, text } from '../../http/declaration/parameters.ts'
import { reply } from '../../http/declaration/reply.ts'
import { getAndHead, type Route } from '../../http/declaration/route.ts'
import { observed } from '../../http/declaration/source.ts'
import { listResource, pageOfAll } from '../../http/replies/paging.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { NotFound } from '../../model/shared/errors.ts'
import { availableNames } from '../../model/shared/suggestion.ts'
import { entityId } from '../../api/entities/entity-schema.ts'
import { AuditDocument, auditDocuments } from './audit-document.ts'

/** The first two contain changes of entities; the others are empty: a sandbox has no actions, triggers and scripts. */
const indexes = ['raw', 'business', 'action', 'trigger', 'scripting'] as const
const entityIndexes: ReadonlySet<string> = new Set(['raw', 'business'])

const index = oneOf(indexes, 'Subject of the audit.')

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
  replies: { 200: reply('A page of the documents.', listResource(AuditDocument)) },
}

/** Scrolling through all documents, forward only: `next` is the address of the next page. */
const scrollDeclaration = {
  ...queryDeclaration,
  query: {
    ...queryDeclaration.query,
    scrollTime: text('Ignored: results do not expire.'),
    scrollId: text('Position to continue from; `next` contains it.'),
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
  const subject = indexes.find((each) => each === name.toLowerCase())

  if (!subject) throw new NotFound(`There is no audit "${name.slice(0, 100)}". ${availableNames(indexes)}`)

  const { from, to, fullText, order } = call.query
  const text = fullText?.toLowerCase()
  const documents = (entityIndexes.has(subject) ? auditDocuments(call.sandbox) : []).filter(
    (document) =>
      (entity === undefined || document.entity_id === entity) &&
      !(from && Date.parse(document.timestamp) < Date.parse(from)) &&
      !(to && Date.parse(document.timestamp) > Date.parse(to)) &&
      (text === undefined || JSON.stringify(document).toLowerCase().includes(text)),
  )

  if (order !== 'asc') documents.reverse()

  return json(pageOfAll(call, documents, (document) => document))
}
