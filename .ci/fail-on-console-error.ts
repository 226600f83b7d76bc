import { afterEach, beforeEach, expect, vi } from 'vitest'

/** A test in which something complains on the console fails, whatever else it finds. */
beforeEach(() => {
  vi.spyOn(console, 'error')
})

afterEach(() => {
  const complaints = vi.mocked(console.error).mock.calls
  vi.mocked(console.error).mockRestore()

  expect(complaints, 'written to console.error').toEqual([])
})
