/** For the build of the types, which includes no file outside mocks/. */
declare module '*/package.json' {
  type Bundled = '@faker-js/faker' | '@msw/data' | 'msw' | 'quick-lru' | 'rou3' | 'sorted-btree'

  const manifest: {
    readonly version: string
    readonly dependencies: { readonly zod: string }
    readonly devDependencies: Readonly<Record<Bundled, string>>
  }
  // JSON has a default export only.
  // oxlint-disable-next-line import/no-default-export
  export default manifest
}

/** Data that is validated when it is read. */
declare module '*.json' {
  const data: unknown
  // oxlint-disable-next-line import/no-default-export
  export default data
}
