/** WebDriver's commands, as they are named without HTTP, and where they are with it. */
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

/** Sends a command to a browser, and gives its value. */
export type SendCommand = (
  command: Command,
  parameters: Readonly<Record<string, unknown>>,
) => Promise<unknown>

/** A browser that WebDriver drives. */
export interface Engine {
  /** Opens a tab. */
  readonly open: () => Promise<Tab>
  readonly close: () => Promise<void>
}

/** Method and path of a command over HTTP, below its session. */
export function addressOf(command: Command, id: unknown): { method: string; path: string } {
  const [method = '', path = ''] = commands[command].split(' ')

  return { method, path: path.replace(':id', String(id)) }
}

const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/** How long a page may take to show something, in milliseconds: for a machine that is busy with something else. */
const timeout = 60_000

/** One page of a browser. WebDriver has a current window, so tabs take turns. */
export class Tab {
  readonly #send: SendCommand
  readonly #handle: string

  private constructor(send: SendCommand, handle: string) {
    this.#send = send
    this.#handle = handle
  }

  /** Opens a tab beside the one that the browser began with. */
  static async open(send: SendCommand, first: unknown): Promise<Tab> {
    await send('SwitchToWindow', { handle: first })
    const { handle } = (await send('NewWindow', { type: 'tab' })) as { handle: string } // what WebDriver answers

    return new Tab(send, handle)
  }

  async goto(url: string): Promise<void> {
    await this.#do('Navigate', { url })
  }

  async reload(): Promise<void> {
    await this.#do('Refresh')
  }

  /** Runs a function in the page; what it takes and gives is plain data. */
  async evaluate<Taken, Given>(run: (taken: Taken) => Given | Promise<Given>, taken?: Taken): Promise<Given> {
    const script = `
      const done = arguments[1]
      Promise.resolve(arguments[0]).then(${String(run)}).then(
        (given) => done({ given }),
        (error) => done({ problem: String(error) }),
      )`
    const value = await this.#do('ExecuteAsyncScript', { script, args: [taken ?? null] })
    const { given, problem } = value as { given: Given; problem?: string } // what the script answers

    if (problem !== undefined) throw new Error(`The page failed: ${problem}`)

    return given
  }

  /** Waits until a function of the page gives something. */
  async until<Taken, Given>(
    what: string,
    run: (taken: Taken) => Given,
    taken?: Taken,
  ): Promise<NonNullable<Given>> {
    const end = Date.now() + timeout

    while (Date.now() < end) {
      const given = await this.evaluate(run, taken).catch(() => undefined)

      if (given) return given
      await new Promise((resolve) => setTimeout(resolve, 50))
    }

    throw new Error(`Timed out after ${timeout / 1000} s: ${what}.`)
  }

  /** Waits until the page shows a text. */
  async shows(text: string): Promise<void> {
    await this.until(`the page shows "${text}"`, (text) => document.body.innerText.includes(text), text)
  }

  async click(selector: string): Promise<void> {
    await this.#do('ElementClick', { id: await this.#find(selector) })
  }

  /** Types into a control, as a person does. */
  async type(selector: string, text: string): Promise<void> {
    await this.#do('ElementSendKeys', { id: await this.#find(selector), text })
  }

  async close(): Promise<void> {
    await this.#do('CloseWindow')
  }

  async #find(selector: string): Promise<string> {
    await this.until(
      `there is ${selector}`,
      (selector) => Boolean(document.querySelector(selector)),
      selector,
    )
    const element = await this.#do('FindElement', { using: 'css selector', value: selector })

    return (element as Record<string, string>)[elementKey] ?? '' // what WebDriver answers
  }

  async #do(command: Command, parameters: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    await this.#send('SwitchToWindow', { handle: this.#handle })

    return this.#send(command, parameters)
  }
}
