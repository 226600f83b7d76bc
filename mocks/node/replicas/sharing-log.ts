import type { Meter, SharingEvent } from './meter.ts'

/** Says what becomes of sandboxes that servers share: everything to programs, what concerns people to them. */
export function sharingPrinter({ json }: { json: boolean }): Meter {
  return {
    store() {},
    note(event) {
      if (json) process.stdout.write(`${JSON.stringify(event)}\n`)
      else if (!('sandbox' in event)) process.stderr.write(`entity-sandbox: ${sentences[event.event]}\n`)
    },
  }
}

const sentences: Readonly<Record<Exclude<SharingEvent, { sandbox: string }>['event'], string>> = {
  'store away': "the store can't be reached, so nothing can be changed until it is back.",
  'store back': 'the store is reachable again; operation resumed.',
}
