/** A row of numbers as a picture, with what it says beside it. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const top = Math.max(1, ...values)
  const width = 90
  const step = width / values.length

  return (
    <span className="inline-flex items-center gap-1.5" title={label}>
      <svg width={width} height={18} aria-hidden className="text-accent">
        {values.map((value, index) => (
          <rect
            key={index}
            x={index * step}
            y={17 - (value / top) * 16}
            width={Math.max(1, step - 0.5)}
            height={value > 0 ? Math.max(1, (value / top) * 16) : 0}
            fill="currentColor"
          />
        ))}
        <rect x={0} y={17} width={width} height={1} fill="var(--color-line)" />
      </svg>
      <span>{label}</span>
    </span>
  )
}
