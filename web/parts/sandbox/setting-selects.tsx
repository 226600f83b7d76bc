import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { changeSettings, themes, useSettings } from '../../lib/console-settings.ts'
import { getQuery } from '../../service/service-client.ts'
import { Select } from '../../ui/controls/field.tsx'
import { chooseConsoleUser } from './control.ts'

/** Selects the user of the console's own requests. */
export function ConsoleUserSelect() {
  const { persona } = useSettings()

  return (
    <label
      className="flex items-center gap-1.5"
      title="The console’s own requests, and those that you send in it, are made as this user."
    >
      <span className="whitespace-nowrap text-muted">Console user</span>
      <Select<string> value={persona} options={useUserNames()} choose={chooseConsoleUser} />
    </label>
  )
}

/** Says who sends the requests of a page, since it is not who sends those of an application. */
export function SentAs() {
  return (
    <p className="text-muted" title="“Act as” is for the requests of your application.">
      Sent as the console user,{' '}
      <Link to="/sandbox" className="underline">
        {useSettings().persona}
      </Link>
    </p>
  )
}

/** The names of those who can sign in, and of nobody. */
export function useUserNames(): string[] {
  return [
    ...(useQuery(getQuery('/__sandbox/personas')).data?.items ?? []).map(({ name }) => name),
    'anonymous',
  ]
}

export function ThemeSelect() {
  return (
    <Select
      aria-label="Theme"
      value={useSettings().theme}
      options={themes.map((theme) => [theme, `${theme[0]?.toUpperCase()}${theme.slice(1)} theme`] as const)}
      choose={(theme) => changeSettings({ theme })}
    />
  )
}
