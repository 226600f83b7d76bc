import {
  compileDefinition,
  type CompiledDefinition,
  compiledDefinitionOf,
} from '../definitions/compiled-definition.ts'
import { saveEntity, updateEntity, type Author } from '../entities/entities.ts'
import type { Entity } from '../entities/entity.ts'
import { findByIdentifier } from '../entities/references.ts'
import { EntityInput } from '../entities/entity-input.ts'
import { hasLifecycle, setStatus } from '../lifecycle/lifecycle.ts'
import { setRelated } from '../relations/relations.ts'
import { InvalidRequest } from '../shared/errors.ts'
import type { JsonObject } from '../shared/json.ts'
import type { Data, DataDraft } from '../data-tables.ts'
import { type FileContent, extensionOf, filePropertiesOf, megabytes, type FileFacts } from './file.ts'

/** The definition of entities that are created for files. */
const assetDefinition = 'M.Asset'

/** Creates an asset for a file, in the first state of its lifecycle, the standard repository and its medium. */
export function createAsset(draft: DataDraft, file: FileContent, author: Author): Entity {
  const definition = draft.definitions.get(assetDefinition)

  if (!definition) {
    throw new InvalidRequest({
      action: `A new asset needs the definition "${assetDefinition}", which does not exist.`,
    })
  }

  const compiled = compileDefinition(definition)
  const input = EntityInput.parse({
    entitydefinition: { href: `/api/entitydefinitions/${assetDefinition}` },
    properties: {
      ...definedValues(compiled, { Title: file.name }),
      ...fileValues(compiled, file),
      ...firstOptions(draft, compiled, file.type),
    },
  })
  const entity = saveEntity(draft, input, author)

  if (hasLifecycle(draft, assetDefinition) && findByIdentifier(draft, 'M.Final.LifeCycle.Status.Created'))
    setStatus(draft, entity, 'Created', author)
  for (const [relation, identifier] of [
    ['ContentRepositoryToAsset', 'M.Content.Repository.Standard'],
    ['AssetMediaToAsset', `M.AssetMedia.${extensionOf(file.name)}`],
  ] as const) {
    const [end] = compiled.relations.get(relation) ?? []
    const related = findByIdentifier(draft, identifier)

    if (end && related) setRelated(draft, entity.id, end, [related.id])
  }
  draft.files.put({ ...file, entityId: entity.id })

  return draft.entities.get(entity.id) ?? entity
}

/** Replaces the main file of an entity, and updates the properties that describe it. */
export function setMainFile(draft: DataDraft, entity: Entity, file: FileContent, author: Author): Entity {
  const { alternatives } = draft.files.get(entity.id) ?? {}

  draft.files.put({ ...file, entityId: entity.id, ...(alternatives && { alternatives }) })

  return updateFileValues(draft, entity, file, author)
}

/** Updates the properties of an entity that describe its main file. */
export function updateFileValues(draft: DataDraft, entity: Entity, file: FileFacts, author: Author): Entity {
  const properties = fileValues(compiledDefinitionOf(draft, entity.definition), file)

  return updateEntity(draft, entity, { properties }, author)
}

/** The values of the properties that describe a file, as far as the definition has them. Others are derived from these. */
function fileValues(compiled: CompiledDefinition, file: FileFacts): JsonObject {
  return definedValues(compiled, {
    FileName: file.name,
    FileSize: megabytes(file.size),
    FileProperties: filePropertiesOf(file),
    Width: file.width ?? null,
    Height: file.height ?? null,
    MainFile: null,
    Renditions: null,
  })
}

/** For each option list, the option named like the media type (`image` for `image/png`), or the first if it is mandatory. */
function firstOptions(data: Data, { properties }: CompiledDefinition, type: string): JsonObject {
  return Object.fromEntries(
    Array.from(properties.values()).flatMap(({ name, is_mandatory, is_multivalue, datasource }) => {
      const options = (datasource && data.optionLists.get(datasource)?.values) || []
      const matching = options.find(({ identifier }) => type.startsWith(`${identifier}/`))
      const chosen = matching ?? (is_mandatory ? options[0] : undefined)

      return chosen ? [[name, is_multivalue ? [chosen.identifier] : chosen.identifier]] : []
    }),
  )
}

function definedValues({ properties }: CompiledDefinition, values: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([name]) => properties.has(name)))
}
