import { z } from 'zod'
import type { CopyPlanResource } from '../../mocks/control/data/copy-plan-resource.ts'
import type { ComponentResource } from '../../mocks/control/health.ts'
import type { ChangeResource } from '../../mocks/control/sandboxes/changes.ts'
import type { ScenarioResource } from '../../mocks/control/scenarios.ts'
import type { FaultRule } from '../../mocks/sandbox/faults/fault.ts'

/**
 * What the console takes for granted of every answer that it reads. Its types follow from these schemas, and
 * `answers.test.ts` holds the service's answers against them; the page itself loads none of this.
 */

const Labels = z.record(z.string(), z.string())
const Link = z.object({ href: z.string(), title: z.string().optional() })
const listOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item) })

const FullRelation = z.object({
  parent: Link.optional(),
  parents: z.array(Link).optional(),
  child: Link.optional(),
  children: z.array(Link).optional(),
  self: Link,
})

const Entity = z.object({
  id: z.int(),
  identifier: z.string(),
  cultures: z.array(z.string()),
  properties: z.record(z.string(), z.json()),
  relations: z.record(z.string(), z.union([Link, FullRelation])),
  renditions: z.record(z.string(), z.array(Link)).optional(),
  entitydefinition: Link,
  modified_on: z.string(),
  version: z.int(),
})

const Member = { name: z.string(), labels: Labels }

const Property = z.object({
  ...Member,
  type: z.enum(['String', 'Boolean', 'Integer', 'Long', 'Decimal', 'DateTime', 'DateTimeOffset', 'Json']),
  datasource: Link.nullish(),
  helptext: Labels,
  content_type: z.string().nullish(),
  is_multilanguage: z.boolean(),
  is_multivalue: z.boolean(),
  is_mandatory: z.boolean(),
  is_unique: z.boolean(),
})

const Relation = z.object({
  ...Member,
  type: z.literal('Relation'),
  role: z.enum(['Parent', 'Child']),
  cardinality: z.enum(['OneToOne', 'OneToMany', 'ManyToMany']),
  associated_entitydefinition: Link,
})

interface Option {
  readonly identifier: string
  readonly labels: Readonly<Record<string, string>>
  readonly values?: readonly Option[] | undefined
}

const Option: z.ZodType<Option> = z.object({
  identifier: z.string(),
  labels: Labels,
  get values() {
    return z.array(Option).optional()
  },
})

const Body = z.object({ text: z.string().optional(), size: z.number(), truncated: z.boolean() })
const Message = z.object({ headers: z.record(z.string(), z.string()), body: Body.nullable() })

/** Shapes of many kinds, which the service declares; what the page reads first is looked at here. */
const declared = <T extends object>(...members: readonly (keyof T)[]) =>
  z.custom<T>(
    (value) => typeof value === 'object' && value !== null && members.every((name) => name in value),
  )

export const answers = {
  imported: z.object({ lines: z.array(z.string()) }),
  entity: Entity,
  entityList: z.object({
    items: z.array(Entity.extend({ title: z.string(), relation_counts: z.record(z.string(), z.int()) })),
    total_items: z.int(),
    terms: z.array(z.object({ text: z.string(), problem: z.string().optional() })),
    definitions: z.array(z.object({ ...Member, count: z.int() })).optional(),
  }),
  definition: z.object({
    ...Member,
    member_groups: z.array(z.object({ ...Member, members: z.array(z.union([Relation, Property])) })),
  }),
  optionList: z.object({ name: z.string(), values: z.array(Option) }),
  copyPlan: declared<CopyPlanResource>('creates', 'changes', 'touches', 'skips'),
  notifications: z.object({
    items: z.array(
      z.object({
        id: z.int(),
        notificationtype: z.string(),
        notificationtypelabel: z.string(),
        is_user_owned: z.boolean(),
        created_on: z.string(),
        created_by: Link,
        modified_on: z.string(),
        modified_by: Link,
        channels: z.array(z.object({ channelname: z.string(), is_checked: z.boolean() })),
      }),
    ),
    total_items: z.int(),
  }),
  health: declared<ComponentResource>('path', 'label', 'aggregated', 'why', 'downstream'),
  healthHistory: listOf(
    z.object({
      at: z.string(),
      aggregated: z.string(),
      changes: z.array(
        z.object({
          path: z.string(),
          from: z.string().nullable(),
          to: z.string().nullable(),
          source: z.string(),
        }),
      ),
    }),
  ),
  faults: listOf(
    declared<
      FaultRule & {
        id: string
        origin: string | null
        enabled: boolean
        active: boolean
        seen: number
        hits: number
      }
    >('id', 'origin', 'enabled', 'active', 'seen', 'hits', 'effect'),
  ),
  faultPresets: listOf(z.object({ name: z.string(), description: z.string() })),
  scenarios: listOf(
    declared<ScenarioResource & { current: boolean }>('name', 'description', 'changes', 'steps', 'current'),
  ),
  journal: listOf(
    z.object({
      sequence: z.int(),
      time: z.string(),
      duration_ms: z.number(),
      user: z.string().nullable(),
      method: z.string(),
      path: z.string(),
      query: z.string(),
      route: z.string().nullable(),
      status: z.int(),
      faults: z.array(z.string()),
      scenario: z.string().nullable(),
      unmatched: z.object({ reason: z.string(), nearest: z.object({ path: z.string() }) }).nullable(),
      warnings: z.array(z.object({ place: z.string(), text: z.string() })),
      request: Message,
      response: Message.extend({ body: z.union([Body, z.literal('streamed')]).nullable() }),
    }),
  ).extend({ last_sequence: z.int() }),
  overview: z.object({
    runtime: z.enum(['node', 'browser']),
    version: z.string(),
    sandbox: z.string(),
    seed: z.int(),
    auth: z.string(),
    clock: z.object({ mode: z.enum(['real', 'frozen']), now: z.string(), offset_ms: z.number() }),
    counts: z.record(z.string(), z.int()),
    scenario: z.string().nullable(),
    active_faults: z.int(),
    health: z.string(),
    label_case: z.enum(['documented', 'upper', 'lower']),
    validation: z.enum(['off', 'warn', 'enforce']),
  }),
  personas: listOf(z.object({ name: z.string(), user_id: z.int(), role: z.string(), token: z.string() })),
  snapshots: listOf(z.object({ name: z.string(), taken_on: z.string(), entities: z.int() })),
  difference: z.object({
    changes: z.record(z.string(), z.object({ added: z.int(), changed: z.int(), removed: z.int() })),
  }),
  changes: listOf(
    declared<ChangeResource>('sequence', 'at', 'kind', 'by', 'is_undone', 'changes', 'titles'),
  ).extend({ steps: z.object({ undo: z.int(), redo: z.int() }) }),
  sandboxes: listOf(
    z.object({
      id: z.string(),
      is_default: z.boolean(),
      is_in_use: z.boolean(),
      seed: z.int(),
      entities: z.int(),
      changes: z.int(),
      last_used_on: z.string(),
    }),
  ),
  fork: z.object({ id: z.string() }),
  routes: listOf(z.object({ methods: z.array(z.string()), path: z.string() })),
} as const satisfies Record<string, z.ZodType>

/** The type of an answer, by its kind. */
export type Answers = { readonly [Kind in keyof typeof answers]: z.infer<(typeof answers)[Kind]> }
