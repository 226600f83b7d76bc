import type { QueryCall } from '../../http/call.ts'
import { oneOf, paging, text } from '../../http/declaration/parameters.ts'
import { reply } from '../../http/declaration/reply.ts'
import { getAndHead, type Route } from '../../http/declaration/route.ts'
import { observed } from '../../http/declaration/source.ts'
import { listResource, pageOfAll } from '../../http/replies/paging.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { NotFound } from '../../model/shared/errors.ts'
import { availableNames } from '../../model/shared/suggestion.ts'
import { entityId } from '../../api/entities/entity-schema.ts'
import { AuditDocument, auditDocuments } from './audit-document.ts'

/** The first two hold changes of entities; a sandbox has no actions, triggers and scripts. */
const indexes = ['raw', 'business', 'action', 'trigger', 'scripting'] as const
const ofEntities: ReadonlySet<string> = new Set(['raw', 'business'])

const index = oneOf(indexes, 'Subject of the audit.')

const queried = {
  description: 'Returns what happened in this sandbox: the last hundred changes, the newest first.',
  source: observed('browser extensions'),
  query: {
    ...paging,
    from: text('Only what happened from this moment on, ISO 8601.'),
    to: text('Only what happened up to this moment, ISO 8601.'),
    fullText: text('Only documents with this text in some value, in any letter case.'),
    order: oneOf(['asc', 'desc'], 'By time; the newest first by default.'),
  },
  replies: { 200: reply('A page of the documents.', listResource(AuditDocument)) },
}

/** Going through all of it, forward only: the address of the next part is in `next`. */
const scrolled = {
  ...queried,
  query: {
    ...queried.query,
    scrollTime: text('Ignored: results do not expire.'),
    scrollId: text('Position to continue from; `next` contains it.'),
  },
}

export const audit: Route[] = (['query', 'scroll'] as const).flatMap((how) => {
  const shape = how === 'query' ? queried : scrolled

  return [
    getAndHead(`/api/audit/:index/${how}`, query, { ...shape, params: { index } }),
    getAndHead(`/api/audit/:index/${how}/:entityId`, queryEntity, { ...shape, params: { index, entityId } }),
    getAndHead(
      `/api/audit/raw/operational/${how}`,
      (call) => json(pageOfAll(call, [], (none) => none)),
      shape,
    ),
  ]
})

type AuditParameters = typeof queried.query

function query(call: QueryCall<AuditParameters, { index: string }>): Reply {
  return respond(call, call.params.index)
}

function queryEntity(call: QueryCall<AuditParameters, { index: string; entityId: string }>): Reply {
  return respond(call, call.params.index, Number(call.params.entityId))
}

function respond(call: QueryCall<AuditParameters>, name: string, entity?: number): Reply {
  const known = indexes.find((each) => each === name.toLowerCase())

  if (!known) throw new NotFound(`There is no audit "${name.slice(0, 100)}". ${availableNames(indexes)}`)

  const { from, to, fullText, order } = call.query
  const text = fullText?.toLowerCase()
  const documents = (ofEntities.has(known) ? auditDocuments(call.sandbox) : []).filter(
    (document) =>
      (entity === undefined || document.entity_id === entity) &&
      !(from && Date.parse(document.timestamp) < Date.parse(from)) &&
      !(to && Date.parse(document.timestamp) > Date.parse(to)) &&
      (text === undefined || JSON.stringify(document).toLowerCase().includes(text)),
  )

  if (order !== 'asc') documents.reverse()

  return json(pageOfAll(call, documents, (document) => document))
}
