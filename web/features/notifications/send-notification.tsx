import { useMutation, useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { client, getQuery, queryClient } from '../../service/client.ts'
import { FormDialog } from '../../ui/overlays/modal.tsx'
import { Select, TextField } from '../../ui/controls/field.tsx'
import { FailureNotice } from '../../parts/query-result.tsx'
import { Switch, Button } from '../../ui/controls/button.tsx'
import { offerUndo } from '../../parts/sandbox/undo.ts'
import { counted } from '../../lib/format.ts'
import { absoluteServiceUrl } from '../../lib/addresses.ts'

const channelNames = ['EmailNotification', 'RealTimeNotification'] as const

/** Sends a notification, to test how an application handles it. */
export function SendNotification({ types }: { types: readonly string[] }) {
  const [isOpen, setOpen] = useState(false)

  return (
    <>
      <Button Icon={Send} tone="primary" onClick={() => setOpen(true)}>
        Send a test notification
      </Button>
      {isOpen && <SendDialog types={types} close={() => setOpen(false)} />}
    </>
  )
}

function SendDialog({ types, close }: { types: readonly string[]; close: () => void }) {
  const personas = useQuery(getQuery('/__sandbox/personas')).data?.items ?? []
  const [type, setType] = useState(types[0] ?? 'SearchChanged')
  const [channels, setChannels] = useState<readonly (typeof channelNames)[number][]>(channelNames)
  const [recipient, setRecipient] = useState('')
  const sending = useMutation({
    mutationFn: () => {
      const recipients = recipient ? [{ href: `${absoluteServiceUrl}/api/entities/${recipient}` }] : undefined

      return client.POST('/api/notifications/{id}', {
        path: { id: type },
        body: { channels, ...(recipients && { recipients }) },
      })
    },
    onSuccess: async ({ data: { items } }) => {
      offerUndo(`Sent ${counted(items.length, 'notification')}.`)
      await queryClient.invalidateQueries()
      close()
    },
  })

  return (
    <FormDialog
      title="Send a test notification"
      action={sending.isPending ? 'Sending…' : 'Send'}
      isDisabled={sending.isPending || channels.length === 0}
      close={close}
      submit={() => sending.mutate()}
    >
      <TextField label="Type" list="notification-types" required value={type} change={setType} />
      <datalist id="notification-types">
        {[...new Set([...types, 'SearchChanged', 'OrderCompleted', 'Raw'])].map((each) => (
          <option key={each}>{each}</option>
        ))}
      </datalist>
      <Select<string>
        label="To"
        value={recipient}
        options={[['', 'everyone'], ...personas.map(({ name, user_id }) => [String(user_id), name] as const)]}
        choose={setRecipient}
      />
      <div className="flex flex-col gap-1">
        <span className="text-sm text-muted">Channels</span>
        {channelNames.map((name) => (
          <Switch
            key={name}
            label={name}
            isOn={channels.includes(name)}
            change={(isOn) =>
              setChannels(isOn ? [...channels, name] : channels.filter((each) => each !== name))
            }
          />
        ))}
      </div>
      {sending.error && <FailureNotice error={sending.error} />}
    </FormDialog>
  )
}
