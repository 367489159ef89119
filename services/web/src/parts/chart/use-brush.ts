import { useState, type PointerEvent } from 'react'

const shortestPx = 6

/** A span of a chart, in pixels from its left edge. */
interface Brush {
  from: number
  to: number
}

/** Selects a span of a chart with the pointer. Very short spans are ignored as accidental. */
export function useBrush(width: number, onChoose: (from: number, to: number) => void) {
  const [ends, setEnds] = useState<{ anchor: number; head: number }>()
  const positionOf = (event: PointerEvent<HTMLElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    return Math.min(width, Math.max(0, x))
  }
  const brush: Brush | undefined = ends && {
    from: Math.min(ends.anchor, ends.head),
    to: Math.max(ends.anchor, ends.head),
  }
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === 'touch' || event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const x = positionOf(event)
      setEnds({ anchor: x, head: x })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (ends) setEnds({ ...ends, head: positionOf(event) })
    },
    onPointerUp: () => {
      setEnds(undefined)
      if (brush && brush.to - brush.from >= shortestPx) onChoose(brush.from, brush.to)
    },
    onPointerCancel: () => {
      setEnds(undefined)
    },
  }
  return { brush, handlers }
}
