import { z } from 'zod'
import { definitionNamed, unknownDefinitionMessage } from '../../model/definitions/by-name.ts'
import { propertyMembersOf } from '../../model/definitions/compiled-definition.ts'
import { NotFound } from '../../model/shared/errors.ts'
import { Json } from '../../model/shared/json.ts'
import type { QueryCall } from '../../http/call.ts'
import { count, names } from '../../http/declaration/parameters.ts'
import { ErrorBody, reply } from '../../http/declaration/reply.ts'
import type { Route } from '../../http/declaration/route.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { get } from '../control-route.ts'

const MandatoryValues = z.object({ properties: z.record(z.string(), Json) })

const parameters = {
  given: names('Properties that already have a value.'),
  offset: count('Offset from the next entity to be created; each gets different values.'),
}

export const mandatoryValues: Route[] = [
  get('/__sandbox/mandatory-values/:definition', readMandatoryValues, {
    description: 'Returns generated values for the mandatory properties of a new entity. Nothing is changed.',
    query: parameters,
    replies: {
      200: reply('The values.', MandatoryValues),
      404: reply('There is no such definition.', ErrorBody),
    },
  }),
]

async function readMandatoryValues(
  call: QueryCall<typeof parameters, { definition: string }>,
): Promise<Reply> {
  const { data, sandbox } = call
  const name = call.params.definition
  const given = new Set(call.query.given)
  const definition = definitionNamed(data, name)

  if (!definition) throw new NotFound(unknownDefinitionMessage(data, name))

  const members = propertyMembersOf(definition).filter(
    (member) => member.is_mandatory && !given.has(member.name),
  )
  const index = (sandbox.store.state.sequences.get('entity') ?? 0) + (call.query.offset ?? 0)
  const { seed } = sandbox.settings
  const properties =
    members.length === 0
      ? {}
      : await sandbox.generator.values(members, { data, definition: definition.name, seed, index })

  return json({ properties } satisfies z.infer<typeof MandatoryValues>)
}
