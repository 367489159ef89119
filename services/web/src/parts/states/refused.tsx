import { useEffect, useState, type ReactNode } from 'react'
import { ApiConnectionError } from '@signalbox/api-client/browser'
import { RefusedError } from '../../api/browser-api.js'
import { explainError } from '../../api/explain.js'
import { useHelp } from '../../api/permission.js'
import { Empty } from './empty.js'
import { Note } from './note.js'

interface RefusedProps {
  error: unknown
  /** Retries. */
  retry?: () => unknown
  /** The object to name on 404: `issue CHECKOUT-999`. */
  what?: string
  /** An alternative if nothing was found, such as a link to all issues. */
  way?: ReactNode
  /** Shows the last hour instead; for views with a range. */
  shorten?: () => void
}

/** Shown in place of a failed request's result. */
export function Refused({ error, retry, what = 'page', way, shorten }: RefusedProps) {
  const { text, requestId } = explainError(error)
  const status = error instanceof RefusedError ? error.status : 0
  if (status === 404 || isInvalidAddress(error)) {
    return (
      <Empty title={`There is no ${what}.`} action={way}>
        It may have been deleted, or it belongs to another organization.
      </Empty>
    )
  }
  if (status === 403) return <NoAccess text={text} />
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

function NoAccess({ text }: { text: string }) {
  const help = useHelp()
  return (
    <Empty title="You don’t have access to this.">
      <p>{text}</p>
      <p>{help}</p>
    </Empty>
  )
}

/** True if the address contains an invalid id: treated like an unknown id. */
function isInvalidAddress(error: unknown): boolean {
  return error instanceof RefusedError && error.problem?.errors?.some((fault) => fault.in === 'path') === true
}

/** Counts down to the next automatic attempt. */
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
