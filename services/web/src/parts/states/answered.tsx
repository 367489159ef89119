import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { RefusedError } from '../../api/browser-api.js'
import { waitBefore } from '../../api/query-client.js'
import { useTimes } from '../time/format-time.js'
import { useNow } from '../time/now.js'
import { Note } from './note.js'
import { RateLimited, Refused } from './refused.js'
import { Skeleton } from './skeleton.js'

type Part = 'data' | 'error' | 'failureReason' | 'failureCount' | 'fetchStatus' | 'dataUpdatedAt' | 'refetch'

interface AnsweredProps<T> {
  query: Pick<UseQueryResult<T>, Part>
  /** The object to name if it does not exist: `issue CHECKOUT-999`. */
  what?: string
  way?: ReactNode
  shorten?: () => void
  /** Placeholder while loading; rows by default. */
  skeleton?: ReactNode
  children(data: T): ReactNode
}

/**
 * Renders a query's result or its replacement: the only place that handles loading, failed, not found, no permission,
 * rate limited, offline and stale. Earlier results stay visible, marked as stale. The frame handles expired sessions.
 */
export function Answered<T>({ query, what, way, shorten, skeleton, children }: AnsweredProps<T>) {
  const { data, error, failureReason, failureCount } = query
  const more = { ...(what !== undefined && { what }), ...(way !== undefined && { way }), ...(shorten && { shorten }) }
  if (data !== undefined) {
    return (
      <>
        {error !== null && <StaleNote at={query.dataUpdatedAt} retry={() => void query.refetch()} />}
        {children(data)}
      </>
    )
  }
  if (error !== null) return <Refused error={error} retry={() => void query.refetch()} {...more} />
  if (failureReason instanceof RefusedError && failureReason.status === 429) {
    return <RateLimited key={failureCount} seconds={waitBefore(failureCount - 1, failureReason)} />
  }
  if (query.fetchStatus === 'paused') return <Note>This loads when the connection is back.</Note>
  return skeleton ?? <Skeleton shorten={shorten} />
}

function StaleNote({ at, retry }: { at: number; retry(): void }) {
  const now = useNow()
  const times = useTimes()
  return (
    <Note tone="warn" icon="clock">
      <b className="strong">Stale: last updated {times.ago(at, now)}.</b> Showing data from {times.minute(at)}{' '}
      {times.zone(at)}.{' '}
      <button type="button" className="link" onClick={retry}>
        Refresh now
      </button>
    </Note>
  )
}
