import type { Tone } from '../status/status.js'

/** Something that happened at an instant, drawn as a line with a pennant on every time axis. */
export interface Marker {
  id: string
  /** Unix milliseconds. */
  at: number
  /** `checkout 2.14.0`. */
  text: string
  tone?: Extract<Tone, 'bad' | 'run'>
  /** Where its object is. */
  to?: string
  /** Until when what it began is bad, Unix milliseconds. */
  badUntil?: number
}

const charWidth = 6.2
/** How wide a pennant is, and how close two are that nobody can tell apart, pixels. */
const pennantPx = 9

/** From and to, pixels. */
type Span = readonly [number, number]

/**
 * Decides which markers keep their text when they are close: the worst first, then the newest; the others keep the pennant.
 * Text goes to the right of its pennant, or to the left when the right is taken by another label or pennant.
 * @param width Of the chart, pixels.
 */
export function placeLabels(
  markers: readonly Marker[],
  { startMs, endMs, width }: { startMs: number; endMs: number; width: number },
): (Marker & { x: number; hasText: boolean; isLeft: boolean })[] {
  const placed = markers
    .filter(({ at }) => at >= startMs && at <= endMs)
    .map((marker) => ({
      ...marker,
      x: ((marker.at - startMs) / (endMs - startMs)) * width,
      isLeft: false,
      hasText: false,
    }))
  const labels: Span[] = []
  const byWeight = placed.toSorted((a, b) => Number(b.tone === 'bad') - Number(a.tone === 'bad') || b.at - a.at)
  for (const marker of byWeight) {
    const { x, text } = marker
    const length = text.length * charWidth + 16
    const pennants = placed
      .filter((other) => Math.abs(other.x - x) >= pennantPx)
      .map((other): Span => [other.x, other.x + pennantPx])
    const right: Span = [x, x + length]
    const left: Span = [x - length, x]
    const isFree = (span: Span) => ![...labels, ...pennants].some(([from, to]) => span[1] >= from && span[0] <= to)
    const chosen = right[1] <= width && isFree(right) ? right : left[0] >= -40 && isFree(left) ? left : undefined
    if (chosen === undefined) continue
    marker.hasText = true
    marker.isLeft = chosen === left
    labels.push(chosen)
  }
  return placed
}
