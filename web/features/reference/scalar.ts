// The package does not export this file.
import scriptUrl from '../../../node_modules/@scalar/fastify-api-reference/dist/js/standalone.js?url'
import { pagesInHash } from '../../lib/addresses.ts'

/** A rendered reference. */
interface RenderedReference {
  destroy(): void
}

/** The part of Scalar's global object that the console uses. */
interface Scalar {
  createApiReference(element: HTMLElement, settings: object): RenderedReference
}

declare global {
  interface Window {
    Scalar?: Scalar
  }
}

let loading: Promise<Scalar> | undefined

/** Loads Scalar. Only the reference page does, because Scalar is as large as the rest of the console. */
export function loadScalar(): Promise<Scalar> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')

    if (pagesInHash) keepPageInHash()
    script.src = scriptUrl
    script.addEventListener('load', () => (window.Scalar ? resolve(window.Scalar) : reject(failed())))
    script.addEventListener('error', () => reject(failed()))
    document.head.append(script)
  })

  return loading
}

/** Ignores Scalar's changes of the fragment (`#`) to the section in view: they would open another page. */
function keepPageInHash(): void {
  for (const name of ['pushState', 'replaceState'] as const) {
    const write = history[name].bind(history)

    history[name] = (data, unused, url) => {
      if (new URL(url ?? '', location.href).hash.startsWith('#/')) write(data, unused, url)
    }
  }
}

function failed(): Error {
  loading = undefined

  return new Error('Failed to load the script of the reference.')
}

/** Languages without samples: the API is used from browsers and tried in a shell. */
const hiddenLanguages =
  'c clojure csharp dart fsharp go http java kotlin node objc ocaml php powershell python r ruby rust swift'

/** Sets Scalar's colours and fonts to those of the console; its own colours have too little contrast. */
const colours = `
  --scalar-background-1: var(--color-ground); --scalar-background-2: var(--color-raised);
  --scalar-background-3: var(--color-sunken); --scalar-border-color: var(--color-line);
  --scalar-color-1: var(--color-ink); --scalar-color-2: var(--color-muted); --scalar-color-3: var(--color-muted);
  --scalar-color-accent: var(--color-accent); --scalar-color-blue: var(--color-accent);
  --scalar-color-purple: var(--color-accent); --scalar-color-green: var(--color-green);
  --scalar-color-orange: var(--color-orange); --scalar-color-red: var(--color-red);
  --scalar-color-yellow: var(--color-yellow); --scalar-font: var(--font-sans); --scalar-font-code: var(--font-mono)`

interface ReferenceOptions {
  /** The contract, an OpenAPI document. */
  readonly document: object
  /** The token of the requests that are sent; undefined for none. */
  readonly token: string | undefined
  readonly isDark: boolean
}

/** Scalar's settings for the contract, without fonts, proxies or telemetry of other servers. */
export function settingsFor({ document, token, isDark }: ReferenceOptions): object {
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
