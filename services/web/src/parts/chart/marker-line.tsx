import { Link } from '@tanstack/react-router'
import { useTimes } from '../time/format-time.js'
import type { Marker } from './marker.js'

/** The line and pennant of a deployment or other change. */
export function MarkerLine({ marker }: { marker: Marker & { x: number; hasText: boolean; isLeft: boolean } }) {
  const { x, text, tone, isLeft, hasText, to, at } = marker
  const times = useTimes()
  const title = `${text}, ${times.clock(at)} ${times.zone(at)}`
  return (
    <span
      className={['dep', tone, isLeft && 'left'].filter(Boolean).join(' ')}
      style={{ left: `${x}px` }}
      title={title}
    >
      {hasText && <span>{to === undefined ? text : <Link to={to}>{text}</Link>}</span>}
    </span>
  )
}
