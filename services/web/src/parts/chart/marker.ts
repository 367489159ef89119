import type { Tone } from '../status/status.js'

/** An instant marked with a line and pennant on every time axis. */
export interface Marker {
  id: string
  /** Unix milliseconds. */
  at: number
  /** `checkout 2.14.0`. */
  text: string
  tone?: Extract<Tone, 'bad' | 'run'>
  /** Link to its object. */
  to?: string
  /** End of the bad period it started, in Unix milliseconds. */
  badUntil?: number
}

const charWidth = 6.2
/** Width of a pennant, and distance below which two are indistinguishable, in pixels. */
const pennantPx = 9

/** From and to, in pixels. */
type Span = readonly [number, number]

/**
 * Decides which of several close markers keep their text: bad ones first, then the newest; others keep only the
 * pennant. Text goes to the right of the pennant, or to the left if the right is occupied by another label or pennant.
 * @param width of the chart in pixels.
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
