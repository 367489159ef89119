import type { TelemetryProject } from '@signalbox/contracts'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../../parts/controls/button.js'
import { readDsn } from './platforms/read-dsn.js'
import { toSnippetProject } from './platforms/all-platforms.js'
import styles from './first-run.module.css'

/** Sends an event from this browser to test whether the installation accepts anything. */
export function SendTestEvent({ project }: { project: TelemetryProject }) {
  const { mutate, error, isPending, isSuccess } = useMutation({ mutationFn: () => sendTestEvent(project) })
  return (
    <>
      <div className={styles['try']}>
        <Button icon="bolt" disabled={isPending || isSuccess} onClick={() => mutate()}>
          {isSuccess ? 'Sent' : 'Send a test event'}
        </Button>
        <a className="link" href="#nothing-comes">
          No event yet?
        </a>
      </div>
      <p className="small c-bad" role="alert">
        {error?.message}
      </p>
    </>
  )
}

/**
 * Posts one event like an SDK, to this page's own origin: the page's CSP allows no other.
 * @throws Error with the server's message if it is refused.
 */
async function sendTestEvent(project: TelemetryProject): Promise<void> {
  const { number, publicKey } = readDsn(project.dsn)
  const { greeting } = toSnippetProject(project)
  const event = { message: `${greeting}: a test event`, level: 'info', platform: 'javascript' }
  const body = [{}, { type: 'event' }, event].map((part) => JSON.stringify(part)).join('\n')
  const response = await fetch(`/api/${number}/envelope/?sentry_key=${publicKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-sentry-envelope' },
    credentials: 'omit',
    body,
  })
  if (!response.ok)
    throw new Error(`The server rejected it (${response.status}): ${(await response.text()).slice(0, 300)}`)
}
