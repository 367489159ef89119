import { Fragment, useContext, useMemo } from 'react'
import { ClockTime, DayTime } from '../time/ago.js'
import { KnownTimes } from './known-times.js'
import { readProse, type Piece } from './read-prose.js'

/** Text of a report: parts in backquotes as code, times in the chosen zone. */
export function Prose({ text }: { text: string }) {
  const known = useContext(KnownTimes)
  const pieces = useMemo(() => readProse(text, known), [text, known])
  return pieces.map((piece, index) => <Fragment key={index}>{show(piece)}</Fragment>)
}

function show(piece: Piece) {
  switch (piece.kind) {
    case 'text':
      return bind(piece.text)
    case 'code':
      return <code>{piece.text}</code>
    case 'timestamp':
      return <DayTime at={piece.at} />
    case 'time-of-day':
      return <ClockTime at={piece.at} />
  }
}

/** Holds numbers and their units on one line. */
function bind(text: string): string {
  return text.replaceAll(/(?<=\d) (?=(?:%|ms|s|min|h|[KMGT]i?B)(?![\p{L}\d]))/gu, '\u00a0')
}
