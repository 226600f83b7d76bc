/** For the build of the types, which takes in no file outside mocks/. */
declare module '*/package.json' {
  const manifest: { readonly version: string }
  // JSON has a default export only.
  // oxlint-disable-next-line import/no-default-export
  export default manifest
}
