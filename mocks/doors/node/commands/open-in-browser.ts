const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/**
 * Opens an address in the browser that the variable `BROWSER` names, or in the default one. Returns the problem, if there
 * is one, such as `BROWSER=none`.
 */
export function openInBrowser(url: string): Promise<string | undefined> {
  const { BROWSER: browser } = process.env

  if (browser === 'none') return Promise.resolve('BROWSER is none.')

  const [program = 'xdg-open', ...args] = browser ? [browser] : (openers[process.platform] ?? [])
  const { spawn } = process.getBuiltinModule('node:child_process')

  return new Promise((resolve) => {
    const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })

    child.once('error', (error) => resolve(`No browser could be opened (${error.message}).`))
    child.once('spawn', () => resolve(undefined))
    child.unref()
  })
}
