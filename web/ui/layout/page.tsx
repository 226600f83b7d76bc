import {
  useCanGoBack,
  useMatches,
  useNavigate,
  useRouter,
  type NavigateOptions,
} from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Inbox } from 'lucide-react'

interface PageProps {
  /** The title, if it differs from the route's. */
  readonly title?: string
  /** Shown instead of the title. */
  readonly heading?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A page: one heading, its actions and its content. */
export function Page({ title, heading, actions, children }: PageProps) {
  const routeTitle = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })

  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1.5">
        <Heading className="min-w-0 truncate text-lg">{heading ?? title ?? routeTitle}</Heading>
        {actions && <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  )
}

/** Goes back to the previous page; to `otherwise` if a link opened this one. */
export function useGoBack(otherwise: NavigateOptions): () => void {
  const router = useRouter()
  const navigate = useNavigate()
  const canGoBack = useCanGoBack()

  return () => (canGoBack ? router.history.back() : void navigate({ ...otherwise, replace: true }))
}

/** The details of one row, beside the page; over it on narrow screens. */
export function SidePanel({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside
      aria-label={label}
      className="relative flex w-110 shrink-0 flex-col border-l border-line bg-ground max-lg:absolute max-lg:inset-0 max-lg:z-30 max-lg:w-full"
    >
      {children}
    </aside>
  )
}

let isFirstPage = true

interface HeadingProps {
  readonly className: string
  /** In a side panel, it is not that of the page. */
  readonly place?: 'page' | 'panel'
  readonly children: ReactNode
}

/** The heading of a page, which is focused when the page changes, or of a side panel. */
export function Heading({ className, place = 'page', children }: HeadingProps) {
  const ref = useRef<HTMLHeadingElement>(null)
  const isPage = place === 'page'
  const Level = isPage ? 'h1' : 'h2'

  useEffect(() => {
    if (!isPage) return
    if (!isFirstPage) ref.current?.focus({ preventScroll: true })
    isFirstPage = false
  }, [isPage])

  return (
    <Level ref={ref} tabIndex={isPage ? -1 : undefined} className={className}>
      {children}
    </Level>
  )
}

interface CardProps {
  readonly title: string
  readonly hint?: string | undefined
  /** By which an address leads to it. */
  readonly part?: string
  /** Beside the title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A titled section of the page. */
export function Card(props: CardProps) {
  return <Section {...props} Title="h2" className="card p-4" />
}

/** A titled part of a card. */
export function CardPart(props: CardProps) {
  return (
    <Section
      {...props}
      Title="h3"
      className="mt-4 border-t border-line pt-4 first:mt-0 first:border-0 first:pt-0"
    />
  )
}

function Section(props: CardProps & { readonly Title: 'h2' | 'h3'; readonly className: string }) {
  const { title, hint, part, actions, children, Title, className } = props
  const id = useId()

  return (
    <section id={part} aria-labelledby={id} className={`flex min-w-0 scroll-m-3 flex-col ${className}`}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Title
          id={id}
          tabIndex={part === undefined ? undefined : -1}
          className={Title === 'h2' ? 'text-lg' : ''}
        >
          {title}
        </Title>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {hint && <p className="text-sm text-muted">{hint}</p>}
      <div className="mt-3 min-w-0">{children}</div>
    </section>
  )
}

interface ListProps {
  readonly label: string
  /** Shown if it has no items. */
  readonly empty?: string
  readonly children: readonly ReactNode[]
}

/** The list in a card, which scrolls if it is long; it is focusable, so that the keyboard can scroll it. */
export function List({ label, empty, children }: ListProps) {
  if (children.length === 0) return <p className="mt-3 text-muted">{empty}</p>

  return (
    <ul aria-label={label} className="mt-2 max-h-60 overflow-y-auto" tabIndex={0}>
      {children}
    </ul>
  )
}

/** Explains why a page or list is empty, with links or buttons for the next step. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="grid flex-1 place-items-center p-8 text-center">
      <div className="flex max-w-100 flex-col items-center gap-3">
        <Inbox size={28} strokeWidth={1.25} className="text-muted" aria-hidden />
        <p className="text-lg">{title}</p>
        {children && (
          <div className="flex flex-wrap items-center justify-center gap-2 text-muted">{children}</div>
        )}
      </div>
    </div>
  )
}

/** Placeholder bars for content that is loading. */
export function Skeleton({ rows = 6 }: { rows?: number }) {
  return (
    <div aria-hidden className="flex flex-col gap-2 p-3">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="skeleton h-5" style={{ width: `${90 - ((index * 17) % 50)}%` }} />
      ))}
    </div>
  )
}

/** A thin bar at the top of content that is being fetched again. */
export function RefreshBar({ isRefreshing }: { isRefreshing: boolean }) {
  return (
    <div aria-hidden className="pointer-events-none absolute inset-x-0 top-0 z-20 h-0.5 overflow-hidden">
      {isRefreshing && (
        <div className="h-full w-1/4 bg-accent" style={{ animation: 'slide 1s 200ms infinite both' }} />
      )}
    </div>
  )
}
