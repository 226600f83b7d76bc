import { QueryClient } from '@tanstack/react-query'
import { RequestFailed } from './client.ts'

/** Answers stay fresh until the sandbox says that something changed (`live.ts`). */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (times, error) => times < 1 && error instanceof RequestFailed && error.status === 0,
    },
  },
})
