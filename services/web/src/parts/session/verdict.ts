import type { Tone } from '../status/status.js'

/** A session's or deployment's state in words, with a tone. */
export interface StateWords {
  tone: Tone
  text: string
}

const verdictWords: Readonly<Record<string, StateWords>> = {
  cause_found: { tone: 'bad', text: 'Cause found' },
  cause_likely: { tone: 'warn', text: 'Cause likely' },
  no_code_cause: { tone: 'warn', text: 'Not a code change' },
  healthy: { tone: 'ok', text: 'Healthy' },
  suspect: { tone: 'warn', text: 'Suspect' },
  bad: { tone: 'bad', text: 'Bad' },
  inconclusive: { tone: 'idle', text: 'Inconclusive' },
}

const statusWords: Readonly<Record<string, StateWords>> = {
  active: { tone: 'run', text: 'Working' },
  completed: { tone: 'idle', text: 'Finished' },
  failed: { tone: 'warn', text: 'Failed' },
  cancelled: { tone: 'idle', text: 'Stopped' },
}

/** A session's verdict or current activity. Verdicts this page does not know are shown as sent. */
export function describeSession({ status, verdict }: { status: string; verdict: string | null }): StateWords {
  if (verdict !== null) return verdictWords[verdict] ?? { tone: 'idle', text: verdict.replaceAll('_', ' ') }
  return statusWords[status] ?? { tone: 'idle', text: status }
}
