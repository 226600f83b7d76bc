// The package names no path for it.
import address from '../../../node_modules/@scalar/fastify-api-reference/dist/js/standalone.js?url'
import { pagesInHash } from '../../lib/addresses.ts'

/** A reference that is shown, until it is destroyed. */
interface ShownReference {
  destroy(): void
}

/** The part of Scalar's global object that is used here. */
interface Scalar {
  createApiReference(element: HTMLElement, settings: object): ShownReference
}

declare global {
  interface Window {
    Scalar?: Scalar
  }
}

let loading: Promise<Scalar> | undefined

/** Loads Scalar, which is as large as all the rest of the console: only its page does. */
export function loadScalar(): Promise<Scalar> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')

    if (pagesInHash) writeOnlyPages()
    script.src = address
    script.addEventListener('load', () => (window.Scalar ? resolve(window.Scalar) : reject(failed())))
    script.addEventListener('error', () => reject(failed()))
    document.head.append(script)
  })

  return loading
}

/** Scalar writes the section in view into the fragment (`#`). Where pages are in the fragment, that would open another. */
function writeOnlyPages(): void {
  for (const name of ['pushState', 'replaceState'] as const) {
    const write = history[name].bind(history)

    history[name] = (data, unused, url) => {
      if (new URL(url ?? '', location.href).hash.startsWith('#/')) write(data, unused, url)
    }
  }
}

function failed(): Error {
  loading = undefined

  return new Error('Failed to load the reference: its script is not beside the console.')
}

/** For these languages it has no sample: people here write for browsers, and try things in a shell. */
const hiddenLanguages =
  'c clojure csharp dart fsharp go http java kotlin node objc ocaml php powershell python r ruby rust swift'

/** Its colours and fonts, from those of the console: they keep the contrasts that its own do not. */
const colours = `
  --scalar-background-1: var(--color-ground); --scalar-background-2: var(--color-raised);
  --scalar-background-3: var(--color-sunken); --scalar-border-color: var(--color-line);
  --scalar-color-1: var(--color-ink); --scalar-color-2: var(--color-muted); --scalar-color-3: var(--color-muted);
  --scalar-color-accent: var(--color-accent); --scalar-color-blue: var(--color-accent);
  --scalar-color-purple: var(--color-accent); --scalar-color-green: var(--color-green);
  --scalar-color-orange: var(--color-orange); --scalar-color-red: var(--color-red);
  --scalar-color-yellow: var(--color-yellow); --scalar-font: var(--font-sans); --scalar-font-code: var(--font-mono)`

interface Shown {
  /** The contract, an OpenAPI document. */
  readonly document: object
  /** The token that requests are tried with; undefined for none. */
  readonly token: string | undefined
  readonly isDark: boolean
}

/** How Scalar shows the contract: without fonts, proxies or telemetry of other servers. */
export function settingsFor({ document, token, isDark }: Shown): object {
  return {
    content: document,
    authentication: {
      preferredSecurityScheme: 'bearer',
      securitySchemes: { bearer: { token: token ?? '' } },
    },
    agent: { disabled: true },
    customCss: `.light-mode, .dark-mode {${colours} }`,
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    documentDownloadType: 'none',
    forceDarkModeState: isDark ? 'dark' : 'light',
    hiddenClients: {
      ...Object.fromEntries(hiddenLanguages.split(' ').map((language) => [language, true])),
      js: ['axios', 'jquery', 'ofetch', 'xhr'],
      shell: ['httpie', 'wget'],
    },
    hideClientButton: true,
    hideDarkModeToggle: true,
    mcp: { disabled: true },
    persistAuth: false,
    proxyUrl: '',
    showDeveloperTools: 'never',
    telemetry: false,
    withDefaultFonts: false,
  }
}
