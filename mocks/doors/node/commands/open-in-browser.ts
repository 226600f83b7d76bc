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
    const fail = (reason: string) => resolve(`No browser could be opened (${reason}).`)

    child.once('error', ({ message }) => fail(message))
    child.once('exit', (code) => (code ? fail(`${program} ended with ${code}`) : resolve(undefined)))
    // What still runs has opened one.
    setTimeout(() => {
      child.unref()
      resolve(undefined)
    }, 2000).unref()
  })
}
