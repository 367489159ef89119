interface SparklineProps {
  /** Counts of equal intervals, oldest first. */
  values: readonly number[]
  /** What is to be seen, for people who do not see it. */
  label: string
  /** Whether the bars are red: what is new or came back. */
  isHot?: boolean
  /** Where a deployment falls in, 0 to 1. */
  marks?: readonly number[]
  /** Pixels. */
  height?: number
}

const width = 150
const gap = 1.5

/** Bars on a scale of their own, beside the number that they explain. Empty intervals are a hairline. */
export function Sparkline({ values, label, isHot = false, marks = [], height = 28 }: SparklineProps) {
  const most = Math.max(1, ...values)
  const step = width / Math.max(1, values.length)
  const fill = isHot ? 'var(--bad-fill)' : 'var(--viz-quiet)'
  return (
    <svg
      className="spark"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      height={height}
    >
      {values.map((value, index) => {
        const barHeight = value === 0 ? 1 : Math.max(2, (value / most) * (height - 4))
        return (
          <rect
            key={index}
            x={index * step}
            y={height - barHeight}
            width={Math.max(1, step - gap)}
            height={barHeight}
            fill={value === 0 ? 'var(--line-2)' : fill}
          />
        )
      })}
      {marks.map((at) => (
        <line key={at} x1={at * width} x2={at * width} y1="0" y2={height} stroke="var(--text-2)" strokeWidth="1" />
      ))}
    </svg>
  )
}
