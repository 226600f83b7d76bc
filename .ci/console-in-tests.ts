import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { vi } from 'vitest'
import { createSandbox, type Sandbox } from '../mocks/index.ts'

const storage = { getItem: () => null, setItem: () => undefined }

/** Loads a part of the console that asks its page where it is served. */
export async function loadOnPage<Part>(load: () => Promise<Part>): Promise<Part> {
  vi.stubGlobal('document', { baseURI: 'http://sandbox/', querySelector: () => null })
  vi.stubGlobal('location', new URL('http://sandbox/'))
  vi.stubGlobal('localStorage', storage)
  try {
    return await load()
  } finally {
    vi.unstubAllGlobals()
  }
}

/** A sandbox without entities that answers the console, and what its hooks are rendered in, until the test ends. */
export async function servedConsole(): Promise<{ sandbox: Sandbox; around: (part: ReactNode) => ReactNode }> {
  const sandbox = await createSandbox({ entities: 0 })
  const client = new QueryClient()

  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => sandbox.fetch(path, init))

  return { sandbox, around: (children) => createElement(QueryClientProvider, { client }, children) }
}
