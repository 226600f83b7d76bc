import type { EntityResource } from '../../mocks/api/entities/entity-schema.ts'
import type { NotificationsArray } from '../../mocks/api/notifications/notification-resource.ts'
import type { CopyPlanResource } from '../../mocks/control/data/copy-plan-resource.ts'
import type { Differences } from '../../mocks/control/data/difference.ts'
import type { EntityListPage } from '../../mocks/control/data/entities.ts'
import type { FaultResource, PresetResource } from '../../mocks/control/faults.ts'
import type { ComponentResource, HealthMomentResource } from '../../mocks/control/health.ts'
import type { JournalEntryResource } from '../../mocks/control/journal/journal-resource.ts'
import type { Overview } from '../../mocks/control/overview.ts'
import type { PersonaResource } from '../../mocks/control/personas.ts'
import type { RouteList } from '../../mocks/control/route-list.ts'
import type { ChangeList } from '../../mocks/control/sandboxes/changes.ts'
import type { SandboxList, SandboxResource } from '../../mocks/control/sandboxes/sandboxes.ts'
import type { SnapshotResource } from '../../mocks/control/sandboxes/snapshots.ts'
import type { ScenarioResource } from '../../mocks/control/scenarios.ts'
import type { DefinitionResource } from '../../mocks/platform/definitions/entity-definition-resource.ts'
import type { OptionListResource } from '../../mocks/platform/definitions/option-list-resource.ts'

interface ListOf<Item> {
  readonly items: readonly Item[]
}

/**
 * The answers that the console reads, by kind, as the service declares them. That it answers so, its own tests see to:
 * every answer in them is held against what is declared.
 */
export interface Answers {
  readonly entity: EntityResource
  readonly entityList: EntityListPage
  readonly definition: DefinitionResource
  readonly optionList: OptionListResource
  readonly copyPlan: CopyPlanResource
  readonly notifications: NotificationsArray
  readonly health: ComponentResource
  readonly healthHistory: ListOf<HealthMomentResource>
  readonly faults: ListOf<FaultResource>
  readonly faultPresets: ListOf<PresetResource>
  readonly scenarios: ListOf<ScenarioResource & { readonly current: boolean }>
  readonly journal: ListOf<JournalEntryResource> & { readonly last_sequence: number }
  readonly overview: Overview
  readonly personas: ListOf<PersonaResource>
  readonly snapshots: ListOf<SnapshotResource>
  readonly difference: { readonly changes: Differences }
  readonly changes: ChangeList
  readonly sandboxes: SandboxList
  readonly imported: { readonly lines: readonly string[] }
  readonly fork: SandboxResource
  readonly routes: RouteList
}
