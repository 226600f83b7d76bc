import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parse } from 'yaml'

export const deployFolder = resolve(import.meta.dirname, '../../../../examples/deploy')

/** A service of the compose file, with its variables substituted. */
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
  const substituted = text.replaceAll(
    /\$(?:\$|\{(\w+)(?::([?-])([^}]*))?\})/g,
    (_, name?: string, operator?: string, operand = '') => {
      if (name === undefined) return '$'

      const value = variables[name] ?? (operator === '-' ? operand : undefined)

      if (value === undefined) throw new Error(`${name} must be set: ${operand}`)

      return value
    },
  )

  return parse(substituted, { merge: true }) as ComposeFile // the tests assert its shape
}

/** The script in a service's command `sh -c "…"`. */
export function scriptOf({ command = '' }: ComposeService): string {
  const [, script] = /^sh -c "([^"]*)"$/.exec(command) ?? []

  if (script === undefined) throw new Error(`This is not a command of the form sh -c "…": ${command}`)

  return script
}
