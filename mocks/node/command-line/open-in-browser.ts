const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** Opens an address in the browser that the variable `BROWSER` names, or in the default one; `BROWSER=none` opens none. */
export function openInBrowser(url: string, warn: (problem: string) => void): void {
  const { BROWSER: browser } = process.env

  if (browser === 'none') return

  const [program = 'xdg-open', ...args] = browser ? [browser] : (openers[process.platform] ?? [])
  const { spawn } = process.getBuiltinModule('node:child_process')
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })

  child.once('error', (error) => warn(`No browser could be opened (${error.message}). Open ${url} yourself.`))
  child.unref()
}
