import { OpenPage } from '../frame/open-page.js'
import { Refused } from '../parts/states/refused.js'

/** Shown if the session cannot be loaded. Without `retry`, the page retries by itself. */
export function Unreachable({ error, retry }: { error: unknown; retry?: () => void }) {
  return (
    <OpenPage title="Signalbox isn’t responding">
      <Refused error={error} {...(retry && { retry })} />
      {!retry && <p className="t2">This page reconnects automatically.</p>}
    </OpenPage>
  )
}
