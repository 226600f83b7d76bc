import { z } from 'zod'

/** A declared reply of a route. Errors that can be derived from the rest of the declaration are not declared. */
export interface ReplyDeclaration {
  readonly description: string
  /** Empty for a reply without a body. */
  readonly mediaTypes: readonly string[]
  /** Shape of a JSON body. */
  readonly schema: z.ZodType | undefined
  /** The headers that are specific to this reply. */
  readonly headers: Readonly<Record<string, HeaderDeclaration>>
}

export interface HeaderDeclaration {
  readonly description: string
  readonly isOptional: boolean
}

/** Headers by name: the description, or an `optional()` one. */
export type HeaderDeclarations = Readonly<Record<string, string | HeaderDeclaration>>

/**
 * A reply with JSON in the shape of `schema`; without a schema, a reply without a body.
 *
 * @example
 * 201: reply('The entity was created.', EntityReference, { Location: 'Address of the entity.' })
 */
export function reply(
  description: string,
  schema?: z.ZodType,
  headers: HeaderDeclarations = {},
): ReplyDeclaration {
  return { description, mediaTypes: schema ? ['application/json'] : [], schema, headers: declared(headers) }
}

/** A reply without a schema: a picture, a file, a stream of events. */
export function contentReply(
  description: string,
  mediaTypes: readonly string[],
  headers: HeaderDeclarations = {},
): ReplyDeclaration {
  return { description, mediaTypes, schema: undefined, headers: declared(headers) }
}

/** A header that is sometimes absent. */
export function optional(description: string): HeaderDeclaration {
  return { description, isOptional: true }
}

function declared(headers: HeaderDeclarations): Record<string, HeaderDeclaration> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, header]) => [
      name,
      typeof header === 'string' ? { description: header, isOptional: false } : header,
    ]),
  )
}

/** The body of error responses, except 400 (`Failures`). */
export const ErrorBody = z
  .object({ Message: z.string(), ExceptionMessage: z.string().optional() })
  .meta({ id: 'ErrorBody' })

/** A list that is not paged. */
export function unpagedListOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total_items: z.int() })
}
