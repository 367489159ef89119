const bars = '▁▂▃▄▅▆▇█'
const widthMax = 30

/**
 * Draws points as bars from the least value to the greatest, one per interval, or per several if there are many. An
 * interval without a value is a dot.
 */
export function renderSparkline(
  points: readonly { timestamp: string; value: number }[],
  intervalSeconds: number,
): string {
  const times = points.map(({ timestamp }) => Date.parse(timestamp))
  const [first, last] = [times[0], times.at(-1)]
  if (first === undefined || last === undefined) return ''
  const intervals = Math.round((last - first) / (intervalSeconds * 1_000)) + 1
  const perBar = Math.ceil(intervals / widthMax)
  const values: (number | undefined)[] = Array.from({ length: Math.ceil(intervals / perBar) })
  for (const [index, { value }] of points.entries()) {
    const at = Math.floor(((times[index] ?? first) - first) / (intervalSeconds * 1_000) / perBar)
    values[at] = Math.max(values[at] ?? value, value)
  }
  const known = values.filter((value) => value !== undefined)
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const height = (value: number) => (most === least ? 0 : Math.round(((value - least) / (most - least)) * 7))
  return values.map((value) => (value === undefined ? '·' : bars.charAt(height(value)))).join('')
}
