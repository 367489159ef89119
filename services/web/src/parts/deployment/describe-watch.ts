import type { Deployment } from '@signalbox/contracts'
import { describeSession, type StateWords } from '../session/verdict.js'

/** A deployment watch's status in words. */
export function describeWatch({ watch }: Pick<Deployment, 'watch'>): StateWords {
  if (watch === null) return { tone: 'none', text: 'Not watched' }
  return watch.status === 'active' ? { tone: 'run', text: 'Watching' } : describeSession(watch)
}
