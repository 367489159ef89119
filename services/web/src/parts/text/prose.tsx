import { Fragment } from 'react'
import { DayTime } from '../time/ago.js'

const pattern = /`([^`\n]+)`|\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z/g

/** Text of a report: parts in backquotes as code, ISO 8601 times in the chosen zone. */
export function Prose({ text }: { text: string }) {
  const matches = [...text.matchAll(pattern)]
  const last = matches.at(-1)
  return (
    <>
      {matches.map((match, index) => {
        const before = matches[index - 1]
        return (
          <Fragment key={match.index}>
            {bind(text.slice(before ? endOf(before) : 0, match.index))}
            {match[1] === undefined ? <DayTime at={match[0]} /> : <code>{match[1]}</code>}
          </Fragment>
        )
      })}
      {bind(text.slice(last ? endOf(last) : 0))}
    </>
  )
}

/** Holds numbers and their units on one line. */
function bind(text: string): string {
  return text.replaceAll(/(?<=\d) (?=(?:%|ms|s|min|h|[KMGT]i?B)(?![\p{L}\d]))/gu, '\u00a0')
}

function endOf(match: RegExpExecArray): number {
  return match.index + match[0].length
}
