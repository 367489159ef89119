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
}

const charWidth = 6.2

/**
 * Which markers keep their text when they stand close: the worst first, then the newest; the others keep the pennant.
 * @param width Of the chart, pixels.
 */
export function placeLabels(
  markers: readonly Marker[],
  { startMs, endMs, width }: { startMs: number; endMs: number; width: number },
): (Marker & { x: number; hasText: boolean; isLeft: boolean })[] {
  const placed = markers
    .filter(({ at }) => at >= startMs && at <= endMs)
    .map((marker) => ({ ...marker, x: ((marker.at - startMs) / (endMs - startMs)) * width }))
    .map((marker) => ({ ...marker, isLeft: marker.x + marker.text.length * charWidth + 16 > width, hasText: false }))
  const taken: [number, number][] = []
  const byWeight = placed.toSorted((a, b) => Number(b.tone === 'bad') - Number(a.tone === 'bad') || b.at - a.at)
  for (const marker of byWeight) {
    const length = marker.text.length * charWidth + 16
    const span: [number, number] = marker.isLeft ? [marker.x - length, marker.x] : [marker.x, marker.x + length]
    const isFree = span[0] >= -40 && taken.every(([from, to]) => span[1] < from || span[0] > to)
    marker.hasText = isFree
    taken.push(isFree ? span : [marker.x - 4, marker.x + 8])
  }
  return placed
}
