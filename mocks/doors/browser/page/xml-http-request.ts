/**
 * Replaces `XMLHttpRequest` by one that has a request of the library for each `open()`: the library's can be opened only
 * once, ignores `abort()`, `timeout` and removed listeners, and makes its blobs from texts.
 *
 * @param intercept replaces `XMLHttpRequest` by the library's
 */
export function replaceXmlHttpRequest(intercept: () => void, isIntercepted: (url: URL) => boolean): void {
  const Native = globalThis.XMLHttpRequest

  globalThis.XMLHttpRequest = class extends Native {
    /** The library calls it if no handler responds. */
    override send(): void {
      this.dispatchEvent(new Event('network'))
    }
  }
  intercept()
  globalThis.XMLHttpRequest = withListeners(Native, globalThis.XMLHttpRequest, isIntercepted)
}

/** What is read of a response. */
const members =
  'readyState status statusText responseURL responseText responseXML getResponseHeader getAllResponseHeaders'

/** A request of the browser's class, which has the listeners, and sends itself what goes to the network. */
function withListeners(
  Native: typeof XMLHttpRequest,
  Library: typeof XMLHttpRequest,
  isIntercepted: (url: URL) => boolean,
): typeof XMLHttpRequest {
  return class PageRequest extends Native {
    /** The library's request, or a failed one; undefined if this one goes to the network. */
    #inner: XMLHttpRequest | undefined
    #isSent = false

    static {
      for (const name of members.split(' '))
        Object.defineProperty(this.prototype, name, {
          get(this: PageRequest): unknown {
            return this.#inner ? Reflect.get(this.#inner, name) : Reflect.get(Native.prototype, name, this)
          },
        })
    }

    override get response(): unknown {
      if (!this.#inner) return super.response

      const response: unknown = this.#inner.response
      const type = this.getResponseHeader('content-type') ?? ''
      const isBlob = this.responseType === 'blob' && response instanceof ArrayBuffer

      return isBlob ? new Blob([response], { type }) : response
    }

    override open(method: string, url: string | URL, isAsync = true, ...rest: [string?, string?]): void {
      const target = new URL(url, document.baseURI)

      this.#inner = undefined
      super.open(method, url, isAsync, ...rest)
      if (!isIntercepted(target)) return
      if (!isAsync) return console.warn(`[entity-sandbox] ${url} goes to the network: it is synchronous.`)
      this.#isSent = false
      this.#inner = new Library()
      this.#inner.open(method, target)
    }

    override setRequestHeader(name: string, value: string): void {
      super.setRequestHeader(name, value)
      this.#inner?.setRequestHeader(name, value)
    }

    override send(body: Document | XMLHttpRequestBodyInit | null = null): void {
      const inner = this.#inner
      const isCurrent = () => this.#inner === inner

      if (!inner) return super.send(body)
      if (this.#isSent) throw new DOMException('The request has been sent.', 'InvalidStateError')
      this.#isSent = true
      inner.withCredentials = this.withCredentials
      inner.responseType = this.responseType === 'blob' ? 'arraybuffer' : this.responseType
      relay(inner, this, isCurrent)
      if (body !== null) relay(inner.upload, this.upload, isCurrent)
      inner.addEventListener('network', () => {
        if (!isCurrent()) return
        this.#inner = undefined
        super.send(body)
      })
      if (this.timeout > 0) setTimeout(() => isCurrent() && this.#fail('timeout'), this.timeout)
      inner.send(body)
    }

    override abort(): void {
      if (!this.#inner) return super.abort()
      if (this.#isSent) this.#fail('abort')
      if (this.readyState === this.DONE) this.#inner = new Native()
    }

    #fail(type: 'abort' | 'timeout'): void {
      if (this.readyState === this.DONE) return
      this.#inner = Object.defineProperty(new Native(), 'readyState', { value: this.DONE })
      this.dispatchEvent(new Event('readystatechange'))
      for (const each of [type, 'loadend']) this.dispatchEvent(new ProgressEvent(each))
    }
  }
}

/** Dispatches the library's events to another target. It has none for an abort and a timeout. */
function relay(from: EventTarget, to: EventTarget, isWanted: () => boolean): void {
  for (const type of ['readystatechange', 'loadstart', 'progress', 'load', 'error', 'loadend'])
    from.addEventListener(type, (event: ProgressEventInit) => {
      if (isWanted()) to.dispatchEvent(new ProgressEvent(type, event))
    })
}
