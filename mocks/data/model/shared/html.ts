const style = `
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif }
body { margin: 2rem auto; max-width: 70rem; padding: 0 1rem }
h1 { font-size: 1.3rem } h2 { font-size: 1.05rem; margin-top: 2rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1.5rem } dd { margin: 0 }
code, pre, summary { font-family: ui-monospace, monospace; font-size: 13px }
pre { background: color-mix(in srgb, currentcolor 7%, transparent); border-radius: 4px; overflow: auto; padding: .6rem }
button { font: inherit; min-width: 8rem; padding: .45rem 1rem; margin-right: .5rem }
details { border-top: 1px solid color-mix(in srgb, currentcolor 20%, transparent) } summary { cursor: pointer; padding: .35rem 0 }
.failed { color: light-dark(#b00020, #ff8a80) } .note { opacity: .7 }`

/** A self-contained page. */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${style}</style>
${body}
</html>
`
}

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
