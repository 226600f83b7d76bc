import { KeyRound } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { serviceUrl } from '../lib/place.ts'
import { useStore } from '../lib/store.ts'
import { TextField } from '../ui/controls/field.tsx'
import { controlHeaders, isRefused, keepControlToken } from '../service/control-token.ts'
import { Button } from '../ui/controls/button.tsx'

/** The console; in its place a question for the token, once the sandbox refused a call without it. */
export function ControlGate({ children }: { children: ReactNode }) {
  return useStore(isRefused) ? <TokenPage /> : children
}

function TokenPage() {
  const [token, setToken] = useState('')
  const [problem, setProblem] = useState('')
  const [isTrying, setTrying] = useState(false)

  const open = async () => {
    setTrying(true)
    try {
      const { status } = await fetch(`${serviceUrl}/__sandbox`, {
        headers: controlHeaders('/__sandbox', token),
      })

      if (status === 401) setProblem('This is not the token of this sandbox.')
      else {
        keepControlToken(token)
        location.reload()
      }
    } catch {
      setProblem('The sandbox did not answer: it is not running.')
    } finally {
      setTrying(false)
    }
  }

  return (
    <main className="grid h-full place-items-center overflow-auto p-4">
      <form
        className="card flex w-110 max-w-full flex-col gap-4 p-6"
        onSubmit={(event) => {
          event.preventDefault()
          void open()
        }}
      >
        <h1 className="flex items-center gap-2 text-lg">
          <KeyRound size={18} aria-hidden className="text-muted" />
          This sandbox asks for its token
        </h1>
        <p className="text-muted">
          It answers beyond its own machine, so only those who have the token may look into it and change it.
          The token was printed when the sandbox was started, beside “Control”.
        </p>
        <TextField
          label="Control token"
          className="font-mono"
          type="password"
          autoComplete="off"
          // The one thing to do on this page.
          ref={(input) => input?.focus()}
          required
          aria-invalid={problem !== ''}
          aria-describedby="token-problem"
          value={token}
          change={(text) => {
            setToken(text.trim())
            setProblem('')
          }}
        />
        <p id="token-problem" role="alert" className="text-red empty:hidden">
          {problem}
        </p>
        <Button type="submit" tone="primary" disabled={isTrying || token === ''}>
          {isTrying ? 'Opening…' : 'Open the console'}
        </Button>
        <p className="text-sm text-muted">This tab keeps it until it is closed.</p>
      </form>
    </main>
  )
}
