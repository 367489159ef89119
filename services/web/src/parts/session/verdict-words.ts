import type { SessionSummary, Verdict } from '@signalbox/contracts'
import type { Tone } from '../status/status.js'

interface Words {
  tone: Tone
  text: string
}

const verdicts: Readonly<Record<Verdict, Words>> = {
  cause_found: { tone: 'bad', text: 'Cause found' },
  cause_likely: { tone: 'warn', text: 'Likely cause' },
  no_code_cause: { tone: 'warn', text: 'No change of the code is to blame' },
  healthy: { tone: 'ok', text: 'Healthy' },
  suspect: { tone: 'warn', text: 'Suspect' },
  bad: { tone: 'bad', text: 'Bad' },
  inconclusive: { tone: 'idle', text: 'Inconclusive' },
}

const statuses: Readonly<Record<SessionSummary['status'], Words>> = {
  active: { tone: 'run', text: 'Working' },
  completed: { tone: 'idle', text: 'Completed' },
  failed: { tone: 'idle', text: 'Failed' },
  cancelled: { tone: 'idle', text: 'Stopped' },
}

/** What a session concluded, or how far it is. */
export function describeSession({ status, verdict }: Pick<SessionSummary, 'status' | 'verdict'>): Words {
  return verdict === null ? statuses[status] : verdicts[verdict]
}
