import { z } from 'zod'
import { compile, contentOf, draftOf, publish, scriptOf } from '../../../data/model/scripts/script-content.ts'
import { entityId } from '../../api/entities/entity-schema.ts'
import type { Call } from '../../http/call.ts'
import { decision, observed, post, reply, type Route } from '../../http/declare-route.ts'
import { json, type Reply } from '../../http/replies/reply.ts'

const Draft = z.object({ draft_script_content_id: z.int() })
const Compiled = z.object({ compile_status: z.enum(['SUCCESS', 'ERRORS']) })
const Published = z.object({ active_script_content_id: z.int() })

const declaration = { source: observed('programs that deploy scripts'), params: { id: entityId } }

/** Writing scripts, which are entities (`M.Script`, `M.ScriptContent`). */
export const scriptRoutes: Route[] = [
  post('/api/scripts/:id/draft', makeDraft, {
    description: 'Returns the draft of a script, which is made from its active content if there is none.',
    ...declaration,
    replies: { 200: reply('The id of the draft.', Draft) },
  }),
  post('/api/scripts/:id/compile', compileContent, {
    description: 'Compiles a script content, and sets its `M.ScriptContent.CompileStatus`.',
    ...declaration,
    decisions: [
      decision(
        'The sandbox does not read the text: it has errors if it is empty. The id is that of a content, or of the script whose draft it is.',
      ),
    ],
    replies: { 200: reply('The status.', Compiled) },
  }),
  post('/api/scripts/:id/publish', publishContent, {
    description: 'Compiles a draft and makes it the active content of its script.',
    ...declaration,
    replies: { 200: reply('The id of the active content.', Published) },
  }),
]

type ById = Call<{ id: string }>

function makeDraft(call: ById): Reply {
  const id = call.change((draft, author) => draftOf(draft, scriptOf(draft, call.params.id), author))

  return json({ draft_script_content_id: id })
}

function compileContent(call: ById): Reply {
  const status = call.change((draft, author) => compile(draft, contentOf(draft, call.params.id), author))

  return json({ compile_status: status })
}

function publishContent(call: ById): Reply {
  const id = call.change((draft, author) => {
    const content = contentOf(draft, call.params.id)

    publish(draft, content, author)

    return content.id
  })

  return json({ active_script_content_id: id })
}
