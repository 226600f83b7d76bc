import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parse } from 'yaml'

export const deployFolder = resolve(import.meta.dirname, '../../../../examples/deploy')

/** A service of the compose file, its variables put in. */
export interface ComposeService {
  readonly image: string
  readonly command?: string
  readonly environment: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly ports?: readonly string[]
  readonly depends_on?: readonly string[]
  readonly stop_grace_period?: string
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly volumes: Readonly<Record<string, unknown>>
}

/** The compose file of examples/deploy as `docker compose` reads it with these variables. */
export function readCompose(variables: Readonly<Record<string, string>>): ComposeFile {
  const text = readFileSync(resolve(deployFolder, 'compose.yaml'), 'utf8')
  const putIn = text.replaceAll(
    /\$(?:\$|\{(\w+)(?::([?-])([^}]*))?\})/g,
    (_, name?: string, sign?: string, other = '') => {
      if (name === undefined) return '$'

      const value = variables[name] ?? (sign === '-' ? other : undefined)

      if (value === undefined) throw new Error(`${name} is to be set: ${other}`)

      return value
    },
  )

  return parse(putIn, { merge: true }) as ComposeFile // what is asserted of it is
}

/** A service's command as an argument of `sh -c`. */
export function scriptOf({ command = '' }: ComposeService): string {
  const [, script] = /^sh -c "([^"]*)"$/.exec(command) ?? []

  if (script === undefined) throw new Error(`this is no command of a shell: ${command}`)

  return script
}
