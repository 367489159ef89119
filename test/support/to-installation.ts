import { expect } from 'chai'
import type { Installation } from '../incidents/feed-incident.js'
import type { InProcessSignalbox } from './in-process-signalbox.js'

/** Adapts an in-process installation for feeding incidents to it. */
export function toInstallation({
  url,
  project,
  call,
}: Pick<InProcessSignalbox, 'url' | 'project' | 'call'>): Installation {
  return {
    project,
    call: async (method, path, body) => {
      const { status, body: answer } = await call(method, path, body)
      if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(answer)}`)
      return answer
    },
    sendEnvelope: async ({ number, publicKey }, body) => {
      const res = await fetch(`${url}/api/${number}/envelope/?sentry_key=${publicKey}`, { method: 'POST', body })
      expect(res.status, await res.text()).to.equal(200)
    },
  }
}
