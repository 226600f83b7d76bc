import { z } from 'zod'
import { addFileEntities, checkUniqueInFile } from '../../model/data-file/data-file-entities.ts'
import { EntityInFile } from '../../model/data-file/data-file.ts'
import type { EntityDefinition, OptionList } from '../../model/definitions/definition.ts'
import type { Entity } from '../../model/entities/entity.ts'
import { FailureList } from '../../model/shared/errors.ts'
import { runSync } from '../../model/shared/slices.ts'
import { tables, type DataDraft } from '../../model/data-tables.ts'
import { change, emptyState } from '../../store/draft.ts'
import { defaultCreatedBy, defaultCreatedOn } from '../domain/origin.ts'

const defaults = {
  now: defaultCreatedOn,
  userId: defaultCreatedBy,
  identifierOf: String,
  isComplete: false,
}

/**
 * What is stored of entities in a data file: the same, if they are valid.
 *
 * @throws {InvalidRequest} when they break a rule of data files
 */
export function stored(
  entities: readonly Entity[],
  definitions: readonly EntityDefinition[],
  optionLists: readonly OptionList[],
): Entity[] {
  const put = (draft: DataDraft) => {
    const failures = new FailureList()

    for (const definition of definitions) draft.definitions.put(definition)
    for (const list of optionLists) draft.optionLists.put(list)

    const inputs = z.array(EntityInFile).parse(entities)
    const parsed = runSync(addFileEntities(draft, inputs, defaults, failures))

    runSync(checkUniqueInFile(draft, parsed, failures))
    failures.throwIfAny()

    return Array.from(draft.entities.all(), (entity) => ({ ...entity, uniqueValues: [] }))
  }

  return change(emptyState(tables), put, true).result
}
