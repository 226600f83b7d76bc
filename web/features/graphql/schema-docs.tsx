import { Link } from '@tanstack/react-router'
import {
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
} from 'graphql'
import { useState } from 'react'
import { SearchField } from '../../ui/controls/field.tsx'

interface Member {
  readonly name: string
  readonly description?: string | null | undefined
  readonly type?: GraphQLType
  readonly args?: readonly { readonly name: string; readonly type: GraphQLType }[]
}

/** The documentation of a type of the schema, with links to the types that it refers to. */
export function SchemaDocs({ schema, name }: { schema: GraphQLSchema; name: string }) {
  const type = schema.getType(name) ?? schema.getQueryType()
  const [filter, setFilter] = useState('')

  if (!type) return null

  const members = membersOf(type).filter((member) => member.name.toLowerCase().includes(filter.toLowerCase()))
  const related = isAbstractType(type)
    ? schema.getPossibleTypes(type)
    : isObjectType(type)
      ? type.getInterfaces()
      : []

  return (
    <>
      <h2 className="text-lg break-words">{type.name}</h2>
      <p className="text-muted empty:hidden">{type.description}</p>
      {type !== schema.getQueryType() && <TypeLink type={schema.getQueryType()} label="All queries" />}
      {related.length > 0 && (
        <p className="flex flex-wrap gap-x-3">
          {isAbstractType(type) ? 'Types:' : 'Implements:'}
          {related.map((each) => (
            <TypeLink key={each.name} type={each} />
          ))}
        </p>
      )}
      <SearchField aria-label="Filter members" placeholder="Filter" value={filter} change={setFilter} />
      <ul aria-label={`Members of ${type.name}`} className="min-h-0 flex-1 overflow-auto" tabIndex={0}>
        {members.map((member) => (
          <MemberItem key={member.name} {...member} />
        ))}
      </ul>
    </>
  )
}

function MemberItem({ name, type, args = [], description }: Member) {
  return (
    <li className="border-b border-line/60 py-1">
      <p className="font-mono text-sm break-words">
        {name}
        {type && ': '}
        {type && <TypeLink type={type} />}
      </p>
      {args.length > 0 && (
        <p className="pl-3 font-mono text-sm break-words text-muted">
          {args.map((argument) => (
            <span key={argument.name} className="mr-2 inline-block">
              {argument.name}: <TypeLink type={argument.type} />
            </span>
          ))}
        </p>
      )}
      <p className="text-sm text-muted empty:hidden">{description}</p>
    </li>
  )
}

function TypeLink({ type, label = String(type) }: { type: GraphQLType | null | undefined; label?: string }) {
  const docs = type ? getNamedType(type).name : undefined

  return (
    <Link
      from="/graphql"
      to="/graphql"
      search={(before) => ({ ...before, docs })}
      className="inline-block min-h-6"
    >
      {label}
    </Link>
  )
}

function membersOf(type: GraphQLNamedType): readonly Member[] {
  if (isEnumType(type)) return type.getValues()

  return isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)
    ? Object.values<Member>(type.getFields())
    : []
}
