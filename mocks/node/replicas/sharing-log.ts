import type { SharingObserver, SharingEvent } from './sharing-observer.ts'

/** Prints events of shared sandboxes: all of them as JSON, or only those of the store as text. */
export function sharingPrinter({ json }: { json: boolean }): SharingObserver {
  return {
    onStoreReply() {},
    onEvent(event) {
      if (json) process.stdout.write(`${JSON.stringify(event)}\n`)
      else if (!('sandbox' in event)) process.stderr.write(`entity-sandbox: ${sentences[event.event]}\n`)
    },
  }
}

const sentences: Readonly<Record<Exclude<SharingEvent, { sandbox: string }>['event'], string>> = {
  'store-down': "the store can't be reached, so nothing can be changed until it is back.",
  'store-up': 'the store is reachable again; operation resumed.',
}
