import manifest from '../../../../package.json' with { type: 'json' }

/** The version of the package. */
export const version: string = manifest.version

interface Versioned {
  readonly name: string
  readonly version: string
}

/** The versions of the sandbox, which comes first, and of its dependencies, which are pinned. */
export const packageVersions: readonly [Versioned, ...Versioned[]] = [
  { name: 'entity-sandbox', version },
  { name: '@faker-js/faker', version: manifest.devDependencies['@faker-js/faker'] },
  { name: '@msw/data', version: manifest.devDependencies['@msw/data'] },
  { name: 'msw', version: manifest.devDependencies.msw },
  { name: 'quick-lru', version: manifest.devDependencies['quick-lru'] },
  { name: 'rou3', version: manifest.devDependencies.rou3 },
  { name: 'sorted-btree', version: manifest.devDependencies['sorted-btree'] },
  { name: 'zod', version: manifest.dependencies.zod },
]
