import { useEffect, useState, type ReactNode } from 'react'
import { ApiConnectionError } from '@signalbox/api-client/browser'
import { RefusedError } from '../../api/browser-api.js'
import { explainError } from '../../api/explain.js'
import { Empty } from './empty.js'
import { Note } from './note.js'

interface RefusedProps {
  error: unknown
  /** Asks again. */
  retry?: () => unknown
  /** What is looked at, for 404: `issue CHECKOUT-999`. */
  what?: string
  /** A way to go on where nothing is found, such as all issues. */
  way?: ReactNode
  /** Shows the last hour instead; where the view has a range. */
  shorten?: () => void
}

/** What to say when the server did not answer what was asked, in place of the answer. */
export function Refused({ error, retry, what = 'page', way, shorten }: RefusedProps) {
  const { text, requestId } = explainError(error)
  const status = error instanceof RefusedError ? error.status : 0
  if (status === 404 || isNoAddress(error)) {
    return (
      <Empty title={`There is no ${what}.`} action={way}>
        It may have been deleted, or it belongs to another organization.
      </Empty>
    )
  }
  if (status === 403) return <Empty title="You don’t have access to this.">{text}</Empty>
  if (status === 401) return null
  return (
    <Note tone="bad">
      {error instanceof ApiConnectionError ? text : `Couldn’t load this. ${text}`}{' '}
      {shorten && (
        <>
          <button type="button" className="link" onClick={shorten}>
            Last hour
          </button>{' '}
          ·{' '}
        </>
      )}
      {retry && (
        <button type="button" className="link" onClick={retry}>
          Try again
        </button>
      )}
      {requestId !== undefined && (
        <>
          <br />
          <span className="t3">Request {requestId}</span>
        </>
      )}
    </Note>
  )
}

/** Whether the address names what can be nothing's id: there is none, as for an id that nobody has. */
function isNoAddress(error: unknown): boolean {
  return error instanceof RefusedError && error.problem?.errors?.some((fault) => fault.in === 'path') === true
}

/** Counts down to the next attempt, which is made by itself. */
export function RateLimited({ seconds }: { seconds: number }) {
  const [left, setLeft] = useState(Math.ceil(seconds))
  useEffect(() => {
    const timer = setInterval(() => {
      setLeft((before) => Math.max(0, before - 1))
    }, 1_000)
    return () => {
      clearInterval(timer)
    }
  }, [])
  return (
    <Note>
      Rate limited. Retrying in <b className="strong tab">{left} s</b>.
    </Note>
  )
}
