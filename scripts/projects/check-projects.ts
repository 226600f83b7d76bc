/**
 * Creates the projects that the documentation describes, from its code and the packed package, and runs them:
 * `tsx scripts/projects/check-projects.ts bun vite`, or all.
 */
import { freePort } from '../../mocks/testing/redis-server.ts'
import { inProject } from './project.ts'
import { projectsAt } from './table.ts'

const projects = projectsAt(await freePort())
const requested = process.argv.slice(2)
const names = requested.length === 0 ? Object.keys(projects) : requested

for (const name of names) {
  const project = projects[name]

  if (!project)
    throw new Error(`There is no project "${name}". Available: ${Object.keys(projects).join(', ')}.`)
  console.log(`\n${name}`)
  await inProject(project, async ({ run }) => {
    for (const line of project.commands) await run(line)
  })
}
console.log(`The projects of the documentation work: ${names.join(', ')}.`)
