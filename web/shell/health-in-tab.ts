import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { overview } from '../service/sandbox.ts'
import { healthLabelOf } from '../parts/health-badge.tsx'
import type { HealthLabel } from '../service/health.ts'

/** A shape for each colour, so that the tab says it without one. */
const shapes: Record<HealthLabel, string> = {
  Green:
    '<circle cx="16" cy="16" r="13" fill="#1a7f37"/><path d="m10 16 4 4 8-8" stroke="#fff" stroke-width="3" fill="none"/>',
  Yellow:
    '<path d="M16 3 31 29H1Z" fill="#e3b341"/><path d="M16 12v8m0 3v2" stroke="#000" stroke-width="3"/>',
  Orange:
    '<circle cx="16" cy="16" r="13" fill="#d9590b"/><path d="M16 8v10m0 4v3" stroke="#fff" stroke-width="3"/>',
  Red: '<path d="M10 2h12l8 8v12l-8 8H10l-8-8V10Z" fill="#c1121f"/><path d="m11 11 10 10m0-10L11 21" stroke="#fff" stroke-width="3"/>',
}

/** The tab's title and icon follow the aggregated health. */
export function useHealthInTab(): void {
  const { data } = useQuery(overview)
  const label = healthLabelOf(data?.health)

  useEffect(() => {
    document.title = label && label !== 'Green' ? `● ${label} — Sandbox` : 'Sandbox'
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${shapes[label ?? 'Green']}</svg>`

    document
      .querySelector('link[rel="icon"]')
      ?.setAttribute('href', `data:image/svg+xml,${encodeURIComponent(svg)}`)
  }, [label])
}
