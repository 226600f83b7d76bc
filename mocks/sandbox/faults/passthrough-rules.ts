import type { FaultRule } from './fault-rule.ts'

/** What `passthrough` may name: a path with or without a method, or a definition. */
export const passthroughItem = /^(?:(?:[A-Z]+ +)?\/\S*|[\w.-]+)$/i

/** The rules for `passthrough`: `/api/search/*`, `GET /api/entities/:id`, `M.Asset`. */
export function passthroughRules(items: readonly string[]): FaultRule[] {
  const definitions = items.filter((item) => !item.includes('/'))
  const routes = items.filter((item) => item.includes('/'))

  return [
    ...routes.map((route): FaultRule => {
      const [path, method] = route.split(/ +/).toReversed()

      return {
        name: `passthrough ${route}`,
        match: { ...(method === undefined ? {} : { method }), ...(path === undefined ? {} : { path }) },
        effect: { kind: 'passthrough' },
      }
    }),
    ...(definitions.length === 0
      ? []
      : [
          {
            name: `passthrough ${definitions.join(', ')}`,
            effect: { kind: 'passthrough', definitions },
          } satisfies FaultRule,
        ]),
  ]
}
