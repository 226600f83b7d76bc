import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'
import { analyse } from 'scslre'
import { root } from './command.ts'

/** Whether a regular expression takes more than linear time on some texts. */
export function isSlow(expression: RegExp): boolean {
  return analyse(expression).reports.length > 0
}

/** The regular expressions of a source that take more than linear time on some texts. */
export function slowExpressionsIn(file: string, source: string): string[] {
  const slow: string[] = []
  const visitor = new Visitor({
    Literal: (literal) => {
      if (!('regex' in literal)) return
      const { pattern, flags } = literal.regex

      if (isSlow(new RegExp(pattern, flags))) slow.push(`${file}: /${pattern}/${flags}`)
    },
  })

  visitor.visit(parseSync(file, source).program)

  return slow
}

/** The slow expressions of the published code. Tests are skipped, since they apply theirs only to known texts. */
export function slowExpressions(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\btesting\b/.test(file))
      .flatMap((file) =>
        slowExpressionsIn(join(folder, file), readFileSync(resolve(root, folder, file), 'utf8')),
      ),
  )
}
