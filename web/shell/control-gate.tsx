import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { serviceUrl } from '../lib/page-addresses.ts'
import { useStore } from '../lib/store.ts'
import { focusOnMount, Form, TextField } from '../ui/controls/field.tsx'
import { controlHeaders, isTokenRejected, openWithToken } from '../service/control-token.ts'
import { Button } from '../ui/controls/button.tsx'

/** The console, or a form for the control token once the sandbox has rejected a request without it, or with a wrong one. */
export function ControlGate({ children }: { children: ReactNode }) {
  return useStore(isTokenRejected) ? <TokenPage /> : children
}

const invalidToken = 'That token is not valid for this sandbox.'

function TokenPage() {
  const [token, setToken] = useState('')
  const opening = useMutation({
    mutationFn: async () => {
      // `fetch` throws for these characters in a header, as it does without a connection.
      if (/[\u0100-\uffff]/.test(token)) throw new Error(invalidToken)
      const headers = controlHeaders('/__sandbox', token)
      const response = await fetch(`${serviceUrl}/__sandbox`, { headers }).catch(() => undefined)

      if (!response) throw new Error('No response from the sandbox: it is not running.')
      if (response.status === 401) throw new Error(invalidToken)
      openWithToken(token)
    },
  })

  return (
    <main className="grid h-full grid-cols-1 place-items-center overflow-auto p-4">
      <Form className="card flex w-110 max-w-full flex-col gap-4 p-6" submit={() => opening.mutate()}>
        <h1 className="flex items-center gap-2 text-lg">
          <KeyRound size={18} aria-hidden className="text-muted" />
          This sandbox requires a token
        </h1>
        <p className="text-muted">
          You need its control token to view or change it: the one that the server was given, or else printed
          at startup, next to “Control”.
        </p>
        <TextField
          label="Control token"
          className="font-mono"
          type="password"
          autoComplete="off"
          // The only field of this page.
          ref={focusOnMount}
          required
          aria-invalid={opening.isError}
          aria-describedby="token-problem"
          value={token}
          change={(text) => {
            setToken(text.trim())
            opening.reset()
          }}
        />
        <p id="token-problem" role="alert" className="text-red empty:hidden">
          {opening.error?.message}
        </p>
        <Button type="submit" tone="primary" disabled={opening.isPending || token === ''}>
          {opening.isPending ? 'Opening…' : 'Open the console'}
        </Button>
        <p className="text-sm text-muted">The token is stored in this tab only.</p>
      </Form>
    </main>
  )
}
