/** What the service answers, as the console reads it. */
import type { Answers } from './answers.ts'

export type { Json, JsonObject } from '../lib/json.ts'

export type EntityAnswer = Answers['entity']
export type EntityList = Answers['entityList']
/** An entity as the list gives it. */
export type ListedEntity = EntityList['items'][number]
export type FilterTerm = EntityList['terms'][number]
export type DefinitionCount = NonNullable<EntityList['definitions']>[number]
export type Link = EntityAnswer['entitydefinition']
/** A relation given in full. */
export type FullRelation = Extract<EntityAnswer['relations'][string], { readonly self: Link }>

export type DefinitionAnswer = Answers['definition']
type MemberOfDefinition = DefinitionAnswer['member_groups'][number]['members'][number]
export type RelationOfDefinition = Extract<MemberOfDefinition, { readonly type: 'Relation' }>
export type PropertyOfDefinition = Exclude<MemberOfDefinition, RelationOfDefinition>

export type OptionListAnswer = Answers['optionList']
export type OptionAnswer = OptionListAnswer['values'][number]
