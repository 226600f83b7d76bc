// The package names no path for it.
import address from '../../../node_modules/@scalar/fastify-api-reference/dist/js/standalone.js?url'

/** A reference that is shown, until it is destroyed. */
interface ShownReference {
  destroy(): void
}

/** What the bundle of Scalar puts into the page, as far as it is used here. */
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

    script.src = address
    script.addEventListener('load', () => (window.Scalar ? resolve(window.Scalar) : reject(failed())))
    script.addEventListener('error', () => reject(failed()))
    document.head.append(script)
  })

  return loading
}

function failed(): Error {
  loading = undefined

  return new Error('Failed to load the reference: its script is not beside the console.')
}

/** For these languages it has no sample: people here write for browsers, and try things in a shell. */
const hiddenLanguages =
  'c clojure csharp dart fsharp go http java kotlin node objc ocaml php powershell python r ruby rust swift'

interface Shown {
  /** The contract, an OpenAPI document. */
  readonly document: object
  /** The token that requests are tried with; undefined for none. */
  readonly token: string | undefined
  readonly isDark: boolean
}

/** How Scalar shows the contract: it asks nobody, neither for fonts nor through a proxy, and tells nobody. */
export function settingsFor({ document, token, isDark }: Shown): object {
  return {
    content: document,
    authentication: {
      preferredSecurityScheme: 'bearer',
      securitySchemes: { bearer: { token: token ?? '' } },
    },
    agent: { disabled: true },
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
