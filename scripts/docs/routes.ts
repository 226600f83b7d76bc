import type { OpenApiDocument } from '../../mocks/service/control/contract/openapi.ts'

const methods = ['get', 'post', 'put', 'delete'] as const

/** docs/internals/routes.md: what each operation of the contract does, by group. */
export function routeTables({ paths, tags }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => (item[method] ? [{ method, path, ...item[method] }] : [])),
  )
  const sections = tags.map(({ name, description }) => {
    const rows = operations
      .filter(({ tags: [tag] }) => tag === name)
      .map(
        ({ method, path, summary, 'x-source': { kind } }) =>
          `| \`${method.toUpperCase()} ${path}\` | ${summary} | ${kind} |`,
      )

    return `## ${name}\n\n${description}\n\n| | | |\n|---|---|---|\n${rows.join('\n')}\n`
  })

  return `# Routes

Every operation of the contract, with its source: **documented** by [the interface](../interface.md), **observed** in existing clients or public
documentation, **decided** here, or the sandbox's **own**. For the members that each accepts and returns, see \`/docs\` of a running sandbox, and the
[contract](../existing-clients.md#the-contract).

${sections.join('\n')}`
}
