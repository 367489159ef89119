interface SparklineProps {
  /** Counts per interval, oldest first. */
  values: readonly number[]
  /** Text alternative. */
  label: string
  /** True for red bars: new or regressed. */
  isHot?: boolean
  /** Positions of relevant deployments, 0 to 1. */
  marks?: readonly number[]
  /** Pixels. */
  height?: number
}

const width = 150
const gap = 1.5

/**
 * Bars with their own scale, next to the number they explain. Empty intervals are a hairline. Drawn as paths rather
 * than an element per bar or mark: a list has thousands of them.
 */
export function Sparkline({ values, label, isHot = false, marks = [], height = 28 }: SparklineProps) {
  const most = Math.max(1, ...values)
  const heights = values.map((value) => (value === 0 ? 0 : Math.max(2, (value / most) * (height - 4))))
  return (
    <svg
      className="spark"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      height={height}
    >
      <path d={drawBars(heights, height, (barHeight) => barHeight === 0)} fill="var(--line-2)" />
      <path
        d={drawBars(heights, height, (barHeight) => barHeight > 0)}
        fill={isHot ? 'var(--bad-fill)' : 'var(--viz-quiet)'}
      />
      {marks.length > 0 && <path className="mark" d={drawMarks(marks, height)} />}
    </svg>
  )
}

/** Selected bars as commands of one path; a bar of height 0 is a hairline of 1. */
function drawBars(heights: readonly number[], bottom: number, isWanted: (barHeight: number) => boolean): string {
  const step = width / Math.max(1, heights.length)
  const barWidth = Math.max(1, step - gap)
  return heights
    .map((barHeight, index) =>
      isWanted(barHeight)
        ? `M${round(index * step)} ${bottom}h${round(barWidth)}v-${round(barHeight || 1)}h-${round(barWidth)}z`
        : '',
    )
    .join('')
}

/** A line with a pennant at each position. */
function drawMarks(marks: readonly number[], bottom: number): string {
  return marks.map((at) => `M${round(at * width)} ${bottom}V0l6 3l-6 3`).join('')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
