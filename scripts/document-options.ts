import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { SandboxConfig } from '../mocks/local/config.ts'
import { capitalised } from '../mocks/data/seed/words/translations.ts'
import { optionsOf } from '../mocks/doors/node/command-line/arguments.ts'

/**
 * Adds the help of options to the published types as comments: types that are inferred from schemas have none.
 *
 * @param folder with the types
 */
export function documentOptions(folder: string): void {
  for (const name of ['local/config.d.ts', 'sandbox/sandbox-settings.d.ts']) {
    const file = resolve(folder, name)

    writeFileSync(file, withHelp(readFileSync(file, 'utf8')))
  }
}

/** The text of types, with a comment above every option. */
export function withHelp(types: string): string {
  const comments = new Map(
    optionsOf(SandboxConfig).map(({ name, help, defaultText }) => [
      name,
      `${help}.${defaultText === undefined ? '' : ` Default: ${defaultText}.`}`,
    ]),
  )

  return types.replace(/^( {4})(\w+): z\./gm, (line, indent: string, name: string) => {
    const comment = comments.get(name)

    return comment === undefined ? line : `${indent}/** ${capitalised(comment)} */\n${line}`
  })
}
