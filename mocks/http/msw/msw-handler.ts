/**
 * A request handler of msw, by what tells it from anything else: whoever has none of their own needs none of msw's types.
 */
export interface MswHandler {
  readonly info: { readonly header: string }
  isUsed: boolean
}
