/**
 * zod, whose schemas are made when they are first used. The package is built with this in place of `zod`
 * (.ci/lazy-zod.ts): the routes declare thousands of schemas, of which a start and most tests use a few.
 */
import { z as eager } from 'zod'

/** A schema that is not made yet. */
interface Later {
  make: (() => eager.ZodType) | undefined
  made: eager.ZodType | undefined
  /** What an object is to be made of. */
  readonly shape: unknown
  /** What registries are told once it is made. */
  readonly registrations: ((schema: eager.ZodType) => void)[]
}

type Call = (this: unknown, ...args: unknown[]) => unknown

// Named one by one: of what is not, the bundle has nothing.
const makers = {
  array: eager.array,
  base64: eager.base64,
  boolean: eager.boolean,
  custom: eager.custom,
  discriminatedUnion: eager.discriminatedUnion,
  enum: eager.enum,
  file: eager.file,
  int: eager.int,
  json: eager.json,
  literal: eager.literal,
  looseObject: eager.looseObject,
  never: eager.never,
  null: eager.null,
  nullable: eager.nullable,
  number: eager.number,
  object: eager.object,
  preprocess: eager.preprocess,
  record: eager.record,
  strictObject: eager.strictObject,
  string: eager.string,
  tuple: eager.tuple,
  union: eager.union,
  unknown: eager.unknown,
}
const others = {
  coerce: { number: eager.coerce.number },
  iso: { datetime: eager.iso.datetime },
  NEVER: eager.NEVER,
  ZodArray: eager.ZodArray,
  ZodBoolean: eager.ZodBoolean,
  ZodEnum: eager.ZodEnum,
  ZodNumber: eager.ZodNumber,
  ZodObject: eager.ZodObject,
  ZodOptional: eager.ZodOptional,
  ZodPipe: eager.ZodPipe,
  ZodString: eager.ZodString,
  ZodType: eager.ZodType,
}
const methods =
  'array brand catch catchall check default describe endsWith exactOptional extend finite gt gte int length loose lt lte max meta min multipleOf nonempty nonnegative nullable nullish omit optional or partial pick pipe positive prefault readonly refine regex required safeExtend startsWith strict superRefine toLowerCase toUpperCase transform trim'

const lazyMethods = new Set<PropertyKey>(methods.split(' '))
const laters = new WeakMap<object, Later>()

const handler: ProxyHandler<Later> = {
  get(later, name, schema) {
    if (name === 'register')
      return (registry: { add: Call }, ...args: unknown[]) => (registry.add(schema, ...args), schema)
    if (later.made === undefined && lazyMethods.has(name)) {
      // meta() without arguments reads what there is.
      return (...args: unknown[]) =>
        args.length === 0 && name === 'meta'
          ? made(later).meta()
          : lazily(() => called(made(later), name, args))
    }

    if (name === 'shape' && later.made === undefined && later.shape !== undefined) return later.shape

    const target = made(later)
    const value: unknown = Reflect.get(target, name)

    // Bound, since zod knows a schema by its identity.
    return typeof value === 'function'
      ? (...args: unknown[]) => (value as Call).apply(target, args.map(real))
      : value // a method of zod
  },
  set: (later, name, value) => Reflect.set(made(later), name, value),
  has: (later, name) => Reflect.has(made(later), name),
  getPrototypeOf: (later) => Reflect.getPrototypeOf(made(later)),
}

function lazily(make: () => eager.ZodType, shape?: unknown): eager.ZodType {
  const later: Later = { make, made: undefined, shape, registrations: [] }
  const schema = new Proxy(later, handler) as unknown as eager.ZodType // the handler makes it one

  laters.set(schema, later)

  return schema
}

function made(later: Later): eager.ZodType {
  if (later.made === undefined) {
    later.made = later.make?.() as eager.ZodType // it is there until the schema is made
    later.make = undefined
    for (const register of later.registrations.splice(0)) register(later.made)
  }

  return later.made
}

function called(target: object, name: PropertyKey, args: readonly unknown[]): eager.ZodType {
  // Makers and the methods listed above give schemas.
  return (Reflect.get(target, name) as Call).apply(target, args.map(real)) as eager.ZodType
}

/** What zod itself is given: schemas in place of those not made yet, also within lists and shapes. */
function real(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const later = laters.get(value)

  if (later) return made(later)
  if (Array.isArray(value)) return value.some(isLater) ? value.map(real) : value
  if (Object.getPrototypeOf(value) !== Object.prototype) return value

  const members = Object.getOwnPropertyDescriptors(value)

  // Getters stand for schemas that hold themselves.
  for (const member of Object.values(members)) {
    const getter = member.get?.bind(value)

    if (getter) member.get = () => real(getter())
    else if (isLater(member.value)) member.value = real(member.value)
  }

  return Object.create(Object.prototype, members)
}

function isLater(value: unknown): boolean {
  return typeof value === 'object' && value !== null && laters.has(value)
}

function registryOf(registry: object): object {
  const get = Reflect.get(registry, 'get') as Call // as any registry has
  const add = Reflect.get(registry, 'add') as Call // the same

  return Object.assign(Object.create(registry), {
    get: (schema: unknown) => get.call(registry, real(schema)),
    add(schema: object, ...args: unknown[]) {
      const later = laters.get(schema)

      if (later && later.made === undefined)
        later.registrations.push((one) => add.call(registry, one, ...args))
      else add.call(registry, real(schema), ...args)

      return this
    },
  })
}

const lazyMakers = Object.fromEntries(
  Object.keys(makers).map((name) => [
    name,
    (...args: unknown[]) =>
      lazily(() => called(makers, name, args), /object$/i.test(name) ? args[0] : undefined),
  ]),
)

export const z = {
  ...others,
  ...lazyMakers,
  globalRegistry: registryOf(eager.globalRegistry),
  registry: () => registryOf(eager.registry()),
  toJSONSchema: (schema: unknown, params: unknown) => (eager.toJSONSchema as Call)(real(schema), params),
} as unknown as typeof eager // of what is used of it, each member does what zod's does
