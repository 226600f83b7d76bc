/** WebDriver's commands by their names in Marionette, with method and path for HTTP. */
const commands = {
  Navigate: 'POST url',
  Refresh: 'POST refresh',
  ExecuteAsyncScript: 'POST execute/async',
  FindElement: 'POST element',
  ElementClick: 'POST element/:id/click',
  ElementSendKeys: 'POST element/:id/value',
  GetWindowHandle: 'GET window',
  NewWindow: 'POST window/new',
  SwitchToWindow: 'POST window',
  CloseWindow: 'DELETE window',
} as const

export type Command = keyof typeof commands

/** Sends a command to a browser, and returns the value of its response. */
export type SendCommand = (
  command: Command,
  parameters: Readonly<Record<string, unknown>>,
) => Promise<unknown>

/** A running browser, driven by WebDriver. */
export interface Engine {
  /** Opens a tab. */
  readonly open: () => Promise<Tab>
  readonly close: () => Promise<void>
}

/** Method and path of a command over HTTP, below its session. */
export function endpointOf(command: Command, id: unknown): { method: string; path: string } {
  const [method = '', path = ''] = commands[command].split(' ')

  return { method, path: path.replace(':id', String(id)) }
}

const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/** The time limit for conditions of a page, in milliseconds: long enough for a busy machine. */
const timeout = 60_000

/** One page of a browser. WebDriver has one current window, so tabs take turns. */
export class Tab {
  readonly #send: SendCommand
  readonly #handle: string

  private constructor(send: SendCommand, handle: string) {
    this.#send = send
    this.#handle = handle
  }

  /** Opens a tab besides the browser's first one. */
  static async open(send: SendCommand, first: unknown): Promise<Tab> {
    await send('SwitchToWindow', { handle: first })
    const { handle } = (await send('NewWindow', { type: 'tab' })) as { handle: string } // what WebDriver returns

    return new Tab(send, handle)
  }

  async goto(url: string): Promise<void> {
    await this.#do('Navigate', { url })
  }

  async reload(): Promise<void> {
    await this.#do('Refresh')
  }

  /** Runs a function in the page. Its argument and result are JSON. */
  async evaluate<Argument, Result>(
    run: (argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result> {
    const script = `
      const done = arguments[1]
      Promise.resolve(arguments[0]).then(${String(run)}).then(
        (result) => done({ result }),
        (error) => done({ problem: String(error) }),
      )`
    const value = await this.#do('ExecuteAsyncScript', { script, args: [argument ?? null] })
    const { result, problem } = value as { result: Result; problem?: string } // what the script returns

    if (problem !== undefined) throw new Error(`The page failed: ${problem}`)

    return result
  }

  /** Waits until a function returns a truthy value in the page. */
  async waitFor<Argument, Result>(
    condition: string,
    run: (argument: Argument) => Result,
    argument?: Argument,
  ): Promise<NonNullable<Result>> {
    const end = Date.now() + timeout

    while (Date.now() < end) {
      const result = await this.evaluate(run, argument).catch(() => undefined)

      if (result) return result
      await new Promise((resolve) => setTimeout(resolve, 50))
    }

    throw new Error(`Timed out after ${timeout / 1000} s: ${condition}.`)
  }

  /** Waits until the page shows a text. */
  async waitForText(text: string): Promise<void> {
    await this.waitFor(`the page shows "${text}"`, (text) => document.body.innerText.includes(text), text)
  }

  async click(selector: string): Promise<void> {
    await this.#do('ElementClick', { id: await this.#find(selector) })
  }

  /** Types into a control, key by key. */
  async type(selector: string, text: string): Promise<void> {
    await this.#do('ElementSendKeys', { id: await this.#find(selector), text })
  }

  async close(): Promise<void> {
    await this.#do('CloseWindow')
  }

  async #find(selector: string): Promise<string> {
    await this.waitFor(
      `there is ${selector}`,
      (selector) => Boolean(document.querySelector(selector)),
      selector,
    )
    const element = await this.#do('FindElement', { using: 'css selector', value: selector })

    return (element as Record<string, string>)[elementKey] ?? '' // what WebDriver returns
  }

  async #do(command: Command, parameters: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    await this.#send('SwitchToWindow', { handle: this.#handle })

    return this.#send(command, parameters)
  }
}
