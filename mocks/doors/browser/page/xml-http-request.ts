/** What the library's requests dispatch: no aborts and timeouts. */
const events = ['readystatechange', 'loadstart', 'progress', 'load', 'error', 'loadend'] as const
/** What is read of a response. */
const members =
  'readyState status statusText responseURL responseText responseXML getResponseHeader getAllResponseHeaders'

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

  const Intercepted = globalThis.XMLHttpRequest

  globalThis.XMLHttpRequest = class PageRequest extends Native {
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
      const inner = this.#inner

      if (!inner) return super.response
      if (this.responseType !== 'blob' || inner.status === 0) return inner.response

      return new Blob([inner.response as ArrayBuffer], {
        type: inner.getResponseHeader('content-type') ?? '',
      })
    }

    override open(method: string, url: string | URL, isAsync = true, ...rest: [string?, string?]): void {
      const target = new URL(url, document.baseURI)

      this.#inner = undefined
      this.#isSent = false
      super.open(method, url, isAsync, ...rest)
      if (!isIntercepted(target)) return
      if (!isAsync)
        return console.warn(`[entity-sandbox] ${target.href} is requested synchronously, from the network.`)
      this.#inner = new Intercepted()
      this.#inner.open(method, target)
    }

    override setRequestHeader(name: string, value: string): void {
      super.setRequestHeader(name, value)
      this.#inner?.setRequestHeader(name, value)
    }

    override send(body: Document | XMLHttpRequestBodyInit | null = null): void {
      const inner = this.#inner

      if (!inner) return super.send(body)
      if (this.#isSent) throw new DOMException('The request has been sent.', 'InvalidStateError')
      this.#isSent = true
      inner.withCredentials = this.withCredentials
      inner.responseType = this.responseType === 'blob' ? 'arraybuffer' : this.responseType
      for (const type of events) {
        const relayTo = (target: EventTarget) => (event: ProgressEventInit) => {
          if (this.#inner === inner) target.dispatchEvent(new ProgressEvent(type, event))
        }

        inner.addEventListener(type, relayTo(this))
        if (body !== null) inner.upload.addEventListener(type, relayTo(this.upload))
      }
      inner.addEventListener('network', () => {
        if (this.#inner !== inner) return
        this.#inner = undefined
        super.send(body)
      })
      if (this.timeout > 0) setTimeout(() => this.#inner === inner && this.#fail('timeout'), this.timeout)
      inner.send(body)
    }

    override abort(): void {
      if (!this.#inner) return super.abort()
      if (this.#isSent) this.#fail('abort')
      if (this.readyState === this.DONE) this.#inner = new Native()
    }

    #fail(type: 'abort' | 'timeout'): void {
      if (this.readyState === this.DONE) return
      // As after an error, nothing can be read of it.
      this.#inner = Object.defineProperty(new Native(), 'readyState', { value: this.DONE })
      this.dispatchEvent(new Event('readystatechange'))
      for (const each of [type, 'loadend']) this.dispatchEvent(new ProgressEvent(each))
    }
  }
}
