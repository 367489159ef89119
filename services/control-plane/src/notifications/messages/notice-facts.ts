import { readStoredObject } from '../../database/stored-json.js'

/** What a notice of an issue keeps of its moment; empty texts are unknown. */
export interface IssueFacts {
  release: string
  environment: string
}

/** What a notice of an alert keeps of it. */
export interface AlertFacts {
  state: 'firing' | 'resolved'
  severity: 'warning' | 'critical'
  /** What was measured, for people: a sentence or a few. */
  text: string
  /** Page that shows it, below the public address: begins with a slash. */
  path: string
}

/** @param json As a notice keeps it. */
export function readIssueFacts(json: string): IssueFacts {
  const kept = readStoredObject(json)
  return { release: textOf(kept['release']), environment: textOf(kept['environment']) }
}

/** @param json As a notice keeps it. */
export function readAlertFacts(json: string): AlertFacts {
  const kept = readStoredObject(json)
  return {
    state: kept['state'] === 'resolved' ? 'resolved' : 'firing',
    severity: kept['severity'] === 'critical' ? 'critical' : 'warning',
    text: textOf(kept['text']),
    path: textOf(kept['path']),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
