const unreleased = '## [Unreleased]'

/**
 * Moves the unreleased changes under the heading of a version, above the earlier releases.
 *
 * @param date the day of the release, `2026-11-21`
 */
export function release(changelog: string, version: string, date: string): string {
  const start = changelog.indexOf(unreleased)
  if (start < 0)
    throw new Error(`CHANGELOG.md has no heading "${unreleased}". Add it with the changes to release.`)

  const after = changelog.slice(start + unreleased.length)
  const [notes = ''] = after.split(/^## /m)
  if (notes.trim() === '')
    throw new Error(`CHANGELOG.md has nothing under "${unreleased}". Describe the changes.`)

  return `${changelog.slice(0, start)}${unreleased}\n\n## [${version}] - ${date}${after}`
}

/** The notes of a released version, without its heading. */
export function notesOf(changelog: string, version: string): string {
  const section = changelog.split(/^## /m).find((each) => each.startsWith(`[${version}]`))
  if (section === undefined) throw new Error(`CHANGELOG.md has no heading "## [${version}]".`)

  return section.slice(section.indexOf('\n')).trim()
}
