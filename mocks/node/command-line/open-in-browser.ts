const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** Opens an address in the browser that the variable `BROWSER` names, or in the usual one; `BROWSER=none` in none. */
export function openInBrowser(url: string, complain: (problem: string) => void): void {
  const { BROWSER: named } = process.env

  if (named === 'none') return

  const [program = 'xdg-open', ...args] = named ? [named] : (openers[process.platform] ?? [])
  const { spawn } = process.getBuiltinModule('node:child_process')
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })

  child.once('error', (error) =>
    complain(`No browser could be opened (${error.message}). Open ${url} yourself.`),
  )
  child.unref()
}
