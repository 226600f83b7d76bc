import { z } from 'zod'
import { foldCase, foldMember } from '../../data/model/shared/letter-case.ts'
import { FailureList } from '../../data/model/shared/errors.ts'
import type { Warn } from '../../data/model/shared/warnings.ts'
import { unknownNameMessage } from '../../data/model/shared/suggestion.ts'
import { isObject, type Json, type JsonObject } from '../../data/model/shared/json.ts'
import { checked } from '../../data/model/shared/validation-messages.ts'
import type { ServiceRequest } from './service-request.ts'
import { normalizeNames } from './normalize-names.ts'
import { parseJson, parseObject } from './parse-body.ts'

/** A path parameter, a query parameter or a request header: the schema of its value, with a description. */
export type Parameter<T = unknown> = z.ZodType<T>

/** Any text. */
export function text(description: string) {
  return z.string().describe(description)
}

/** Texts, each in a separate parameter. */
export function texts(description: string) {
  return z.array(z.string()).describe(description)
}

/** Names, separated by commas. */
export function names(description: string) {
  return z
    .string()
    .transform((list) =>
      list
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    )
    .describe(`${description} Comma-separated.`)
    .meta({ examples: ['one,other'] })
}

/** `true` or `false`; any other value is ignored with a warning. */
export function flag(description: string) {
  return z.boolean().describe(description)
}

const whole = { error: ({ input }: { input?: unknown }) => `Expected a whole number, not ${quoted(input)}.` }

/** A whole number from 0. */
export function count(description: string) {
  return z.int(whole).min(0, whole).max(999_999_999, whole).describe(description)
}

/** One of several words; case-insensitive. */
export function oneOf<const Word extends string>(words: readonly Word[], description: string) {
  return z
    .enum(words, {
      error: ({ input }) =>
        `Expected one of ${words.filter((word) => word !== '').join(', ')}, not ${quoted(input)}.`,
    })
    .describe(description)
}

/** The query parameter of changes that accept plain values. */
export const culture = text('Culture of plain values of multi-language properties.')

/** The part of a list that a response contains (`pageOf`). */
export const paging = {
  skip: count('Number of items to skip.'),
  take: count('Maximum number of items to return.'),
}

function quoted(input: unknown): string {
  return `"${String(input).slice(0, 60)}"`
}

/** Converts the raw values of a parameter to what its schema checks. */
export function convertTexts(parameter: Parameter, texts: readonly string[]): unknown {
  const [text = ''] = texts

  if (parameter instanceof z.ZodArray) return texts
  if (parameter instanceof z.ZodPipe) return texts.join(',')
  if (parameter instanceof z.ZodBoolean) return /^true$/i.test(text) || (/^false$/i.test(text) ? false : text)
  if (parameter instanceof z.ZodEnum)
    return parameter.options.find((word) => foldCase(String(word)) === foldCase(text)) ?? text

  return parameter instanceof z.ZodNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

export type QueryDeclaration = Readonly<Record<string, Parameter>>

/** The values of query parameters; absent ones are omitted. */
export type QueryOf<Q extends QueryDeclaration> = {
  readonly [Name in keyof Q]?: z.output<Q[Name]> | undefined
}

/**
 * The query parameters, under their declared names: they are accepted in any letter case, with or without underscores.
 * Of two that differ only in that, the exact one counts.
 */
export function rawQueryOf(search: string, names: readonly string[]): URLSearchParams {
  const given = new URLSearchParams(search)

  if ([...given.keys()].every((name) => names.includes(name))) return given

  const declaredByFoldedName = new Map(names.map((name) => [foldMember(name), name]))
  const keys = new Set(given.keys())
  const entries = [...given].flatMap(([name, value]) => {
    const declared = declaredByFoldedName.get(foldMember(name)) ?? name

    return declared !== name && keys.has(declared) ? [] : [[declared, value]]
  })

  return new URLSearchParams(entries)
}

/** The parameter with which programs bypass caches; it is ignored. */
const cacheBuster = '_'

/**
 * Parses query parameters.
 *
 * @param warn called for unknown parameters, and for flags that are neither true nor false
 *
 * @throws {InvalidRequest} 400, naming every invalid parameter, except flags, which only warn
 */
export function readQuery(given: URLSearchParams, declared: QueryDeclaration, warn: Warn): object {
  const failures = new FailureList()
  const query = new Map<string, unknown>()

  for (const name of new Set(given.keys())) {
    const parameter = Object.hasOwn(declared, name) ? declared[name] : undefined
    const texts = parameter ? given.getAll(name) : []

    if (parameter && (texts[0] !== '' || acceptsEmpty(parameter))) {
      const { data, error } = parameter.safeParse(convertTexts(parameter, texts))

      if (!error) query.set(name, data)
      else if (parameter instanceof z.ZodBoolean) warn(name, () => 'Expected true or false.')
      else failures.add(name, `${error.issues[0]?.message}`)
    } else if (!parameter && name !== cacheBuster) {
      warn(name, () => unknownNameMessage(name, Object.keys(declared)))
    }
  }
  failures.throwIfAny()

  return Object.fromEntries(query)
}

/** Whether an empty value has a meaning; otherwise it is treated as absent. */
function acceptsEmpty(parameter: Parameter): boolean {
  return parameter instanceof z.ZodString || parameter instanceof z.ZodPipe
}

export interface BodyDeclaration<B> {
  readonly mediaTypes: readonly string[]
  readonly isRequired: boolean
  /** Undefined when any JSON is accepted. */
  readonly schema: z.ZodType | undefined
  /** @param warn called for ignored and invalid parts */
  readonly decode: (request: ServiceRequest, warn: Warn) => B
}

/**
 * A JSON object in the shape of `schema`. Decoding it throws `InvalidRequest` with every invalid member, and `ApiError`
 * 415 for another content type.
 *
 * @param check throws for what the schema ignores, but must not be; names are those of the schema
 */
export function jsonBody<B>(schema: z.ZodType<B>, check?: (body: JsonObject) => void): BodyDeclaration<B> {
  return {
    mediaTypes: ['application/json'],
    isRequired: true,
    schema,
    decode(request, warn) {
      const body = normalizeNames(schema, parseObject(request, warn), warn)

      if (isObject(body)) check?.(body)

      return checked(schema, body)
    },
  }
}

/** Like `jsonBody()`, for an optional body; `{}` if omitted. */
export function optionalBody<B>(schema: z.ZodType<B>): BodyDeclaration<B> {
  const { decode, ...declaration } = jsonBody(schema)

  return {
    ...declaration,
    isRequired: false,
    decode: (request, warn) => (request.body?.length ? decode(request, warn) : schema.parse({})),
  }
}

/** Any JSON; null if omitted. */
export const anyJsonBody: BodyDeclaration<Json> = {
  mediaTypes: ['application/json'],
  isRequired: false,
  schema: undefined,
  // parseJson() returns unknown, but its value comes from JSON.parse().
  decode: (request) => (request.body?.length ? (parseJson(request) as Json) : null),
}

/**
 * A URL-encoded form.
 *
 * @param schema documents it; the operation validates it, because its errors have a prescribed format (OAuth)
 */
export function formBody(schema: z.ZodType): BodyDeclaration<URLSearchParams> {
  return {
    mediaTypes: ['application/x-www-form-urlencoded'],
    isRequired: true,
    schema,
    decode: ({ body }) => new URLSearchParams(new TextDecoder().decode(body)),
  }
}

/**
 * A multipart form, which may contain a file.
 *
 * @param schema documents it; the operation decodes the form itself
 */
export function fileBody(schema: z.ZodType): BodyDeclaration<undefined> {
  return { mediaTypes: ['multipart/form-data'], isRequired: false, schema, decode: () => undefined }
}

/**
 * A JSON object in one of two shapes, distinguished by a member, so that errors are those of one shape.
 *
 * @param check throws for a body that would take too long to decode
 */
export function eitherBody<A, B>(
  member: string,
  having: z.ZodType<A>,
  lacking: z.ZodType<B>,
  check?: (body: object) => void,
): BodyDeclaration<A | B> {
  const either = z.union([having, lacking])

  return {
    mediaTypes: ['application/json'],
    isRequired: true,
    schema: either,
    decode: (request, warn) => {
      const given = parseObject(request, warn)

      check?.(given)
      const body = normalizeNames(either, given, warn)

      return Object.hasOwn(Object(body), member) ? checked(having, body) : checked(lacking, body)
    },
  }
}
