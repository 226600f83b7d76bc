import { useMutation, useQueryClient } from '@tanstack/react-query'
import { chooseChannel, notificationsOf, type NotificationAnswer } from '../../service/notifications.ts'
import { Switch } from '../../ui/switch.tsx'
import { toastFailure } from '../../ui/toasts.tsx'

interface ChannelSwitchProps {
  readonly notification: NotificationAnswer
  readonly channel: NotificationAnswer['channels'][number]
  readonly persona: string
}

/** Shows the choice at once, and takes it back when the service refuses it. */
export function ChannelSwitch({ notification, channel, persona }: ChannelSwitchProps) {
  const queries = useQueryClient()
  const { queryKey } = notificationsOf(persona)
  const choose = useMutation({
    mutationFn: (isChecked: boolean) => chooseChannel(notification, channel.channelname, isChecked),
    onMutate: async (isChecked) => {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey)

      queries.setQueryData(
        queryKey,
        (list) =>
          list && {
            ...list,
            items: list.items.map((item) =>
              withChannel(item, notification.id, channel.channelname, isChecked),
            ),
          },
      )

      return { before }
    },
    onError: (error, _, context) => {
      queries.setQueryData(queryKey, context?.before)
      toastFailure(error)
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })

  return (
    <Switch
      label={channel.channelname.replace(/Notification$/, '')}
      description={`${channel.channelname} of ${notification.notificationtypelabel} ${notification.id}`}
      isOn={channel.is_checked}
      change={(isChecked) => choose.mutate(isChecked)}
    />
  )
}

function withChannel(
  item: NotificationAnswer,
  id: number,
  channelname: string,
  is_checked: boolean,
): NotificationAnswer {
  if (item.id !== id) return item

  return {
    ...item,
    channels: item.channels.map((each) =>
      each.channelname === channelname ? { channelname, is_checked } : each,
    ),
  }
}
