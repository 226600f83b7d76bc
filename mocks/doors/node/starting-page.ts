import { thousands } from './command-line/thousands.ts'

/** How many entities of a starting server have been generated. */
export interface GeneratedEntities {
  readonly done: number
  readonly total: number
}

/** The page that a browser shows instead of the console while a server starts. It reloads itself until then. */
export function startingPage(entities: GeneratedEntities | undefined): string {
  const isGenerating = entities && entities.done < entities.total
  const progress = isGenerating
    ? `<p>${thousands(entities.done)} of ${thousands(entities.total)} entities are generated.</p>
<progress max="${entities.total}" value="${entities.done}"></progress>`
    : '<p>Its data is being opened or stored.</p>'

  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="1">
<link rel="icon" href="data:,">
<title>Sandbox is starting</title>
<style>body { font: 16px system-ui, sans-serif; margin: 20vh auto; max-width: 28rem; padding: 0 1rem }</style>
<h1>The sandbox is starting</h1>
${progress}
<p>The console opens here when it is ready.</p>
`
}
