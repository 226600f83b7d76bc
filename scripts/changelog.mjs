/**
 * `node scripts/changelog.mjs release` moves the unreleased changes under a heading of the version in package.json;
 * `npm version` runs it, after `check`, which fails if there are none, and before `next`, which says what is left to do.
 * `node scripts/changelog.mjs notes v0.2.0` prints the changes of the released version.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../CHANGELOG.md', import.meta.url)
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const sections = readFileSync(file, 'utf8').split(/^(?=## )/m)
const [task, tag] = process.argv.slice(2)

if (task === 'check') {
  sectionOf('Unreleased')
} else if (task === 'next') {
  console.log(
    `Released v${version} on this machine: test-results/package/entity-sandbox-${version}.tgz\n` +
      'To publish it: git push --follow-tags, which starts the workflow release.yml.',
  )
} else if (task === 'release') {
  const unreleased = sectionOf('Unreleased')
  const today = new Date().toISOString().slice(0, 10)
  const heading = `## [Unreleased]\n\n## [${version}] - ${today}`

  sections[sections.indexOf(unreleased)] = unreleased.replace('## [Unreleased]', heading)
  writeFileSync(file, sections.join(''))
} else {
  if (tag !== `v${version}`)
    throw new Error(`The tag is "${tag}", but package.json has the version ${version}.`)
  console.log(textOf(sectionOf(version)))
}

function sectionOf(name) {
  const section = sections.find((each) => each.startsWith(`## [${name}]`))

  if (section === undefined) throw new Error(`CHANGELOG.md has no heading "## [${name}]". Add it.`)
  if (textOf(section) === '')
    throw new Error(`CHANGELOG.md has nothing under "## [${name}]". Describe the changes.`)

  return section
}

function textOf(section) {
  return section.slice(section.indexOf('\n')).trim()
}
