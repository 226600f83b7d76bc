import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Connect } from 'vite'
import { consolePath } from '../http/access/address.ts'
import { builtConsole, startPage } from '../node/console-files.ts'
import { pathOf } from '../node/exchange.ts'

/** Folder of the console in a build, which is deployed at the application's base path. */
const folder = consolePath.slice(1)

/** From the console's folder to that of the build. */
export const toRoot = '../../'

/** For a base path that is not known before the page is opened. */
const findBase = `<script>document.head.append(Object.assign(document.createElement('base'), { href: location.pathname.split('/${folder}')[0] + '/${folder}/' }))</script>`

interface BuiltPlace {
  /** The application's base path, `./` for any. */
  readonly base: string
  /** Prefix of the service's paths. */
  readonly service: string
  /** The file in the build that starts the sandbox. */
  readonly script: string
}

export interface BuiltFile {
  readonly fileName: string
  readonly source: string | Uint8Array
}

/** The console's files as a build has them. */
export function consoleInBuild({ base, service, script }: BuiltPlace): BuiltFile[] {
  if (!existsSync(builtConsole)) return []

  const page = startPage(readFileSync(join(builtConsole, 'index.html'), 'utf8'), {
    base: `${base}${folder}/`,
    service,
    script: `${toRoot}${script}`,
  })
  const files = readdirSync(builtConsole, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'index.html')
    .map((entry) => join(entry.parentPath, entry.name))

  return [
    {
      fileName: `${folder}/index.html`,
      source: base.startsWith('.') ? page.replace(/<base [^>]*>/, () => findBase) : page,
    },
    ...files.map((path) => ({
      fileName: `${folder}${path.slice(builtConsole.length).replaceAll('\\', '/')}`,
      source: readFileSync(path),
    })),
  ]
}

/** Gives the console's page for each of its views, which are no files. */
export function showBuiltConsole(base: string): Connect.NextHandleFunction {
  const place = `${base}${folder}`

  return (request, _response, next) => {
    const path = pathOf(request)

    if (`${path}/`.startsWith(`${place}/`) && !/\.\w+$/.test(path)) request.url = `${place}/index.html`
    next()
  }
}
