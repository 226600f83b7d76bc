import { type FSWatcher, statSync, watch } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import type { StartSettings } from './read-settings.ts'

/** Editors write a file in several steps; these are handled together. In milliseconds. */
const debounce = 100

/**
 * Calls back when the files of settings, definitions or data change, one change at a time.
 *
 * @param onChange returns the new settings, which may name other files; undefined when they can't be used
 *
 * @returns a function that stops it
 */
export function watchFiles(
  first: StartSettings,
  onChange: () => Promise<StartSettings | undefined>,
): () => void {
  let watchers: FSWatcher[] = []
  let timer: NodeJS.Timeout | undefined
  let last = Promise.resolve()

  const changed = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      last = last.then(async () => {
        const next = await onChange()

        if (next) begin(next)
      })
    }, debounce)
  }
  const begin = (settings: StartSettings) => {
    const ended = watchers

    watchers = filesOf(settings).map((path) => watcherOf(path, changed))
    closeAll(ended)
  }

  begin(first)

  return () => {
    clearTimeout(timer)
    closeAll(watchers)
  }
}

function closeAll(watchers: readonly FSWatcher[]): void {
  for (const watcher of watchers) watcher.close()
}

function filesOf({ file, furtherFiles, config }: StartSettings): string[] {
  const { definitions, optionLists, data, replay } = config

  return [file, ...furtherFiles, definitions, optionLists, data, replay]
    .filter((path) => typeof path === 'string')
    .map((path) => resolve(path))
}

/** Watches a file through its folder, because many programs replace a file to save it. */
function watcherOf(path: string, changed: () => void): FSWatcher {
  if (statSync(path).isDirectory()) return watch(path, { recursive: true }, changed)

  return watch(dirname(path), (_, name) => {
    if (name === null || name === basename(path)) changed()
  })
}
