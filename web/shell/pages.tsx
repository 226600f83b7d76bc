import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { EmptyState, Skeleton } from '../ui/feedback/notice.tsx'
import { Page } from '../ui/feedback/page.tsx'
import { LinkButton } from '../ui/controls/button.tsx'

export function WaitingPage() {
  return <Skeleton />
}

export function MissingPage() {
  return (
    <Page title="Nothing is here">
      <EmptyState title="This address leads nowhere.">
        <LinkButton to="/entities">Go to the entities</LinkButton>
      </EmptyState>
    </Page>
  )
}

export function FailurePage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }

  return (
    <Page title="This view failed">
      <FailureNotice error={error} retry={retry} />
      {error instanceof Error && error.stack && <pre className="code m-3">{error.stack}</pre>}
    </Page>
  )
}
