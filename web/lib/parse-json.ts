import type { Json, JsonObject } from '../../mocks/data/model/shared/json.ts'

export type { Json, JsonObject }

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value of a JSON text; undefined if the text is not valid JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json // what JSON.parse returns
  } catch {
    return undefined
  }
}
