/** For the build of the types, which takes in no file outside mocks/. */
declare module '*/package.json' {
  export const version: string
}
