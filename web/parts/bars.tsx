interface BarsProps {
  /** What it shows, for screen readers. */
  readonly label: string
  readonly values: readonly number[]
  /** The part of each value that is drawn in red. */
  readonly failed?: readonly number[]
}

/** Values over time as bars, as wide as there is room; the highest fills the height. */
export function Bars({ label, values, failed = [] }: BarsProps) {
  const most = Math.max(1e-9, ...values)
  const bar = (value: number, index: number, fill: string) =>
    value > 0 && (
      <rect
        key={`${index} ${fill}`}
        x={index + 0.1}
        width={0.8}
        // So that a small value is visible beside a large one.
        y={1 - Math.max(0.06, value / most)}
        height={Math.max(0.06, value / most)}
        fill={fill}
      />
    )

  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${Math.max(1, values.length)} 1`}
      preserveAspectRatio="none"
      className="h-full w-full border-b border-line"
    >
      {values.map((value, index) => bar(value, index, 'var(--color-accent)'))}
      {failed.map((value, index) => bar(value, index, 'var(--color-red)'))}
    </svg>
  )
}
