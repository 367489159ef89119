import { readStoredObject } from '../../database/stored-json.js'

/** Facts about an issue at the time of its notice; empty strings are unknown. */
export interface IssueFacts {
  release: string
  environment: string
}

/** Facts about an alert stored in its notice. */
export interface AlertFacts {
  state: 'firing' | 'resolved'
  severity: 'warning' | 'critical'
  /** The measurement in one or a few sentences for people. */
  text: string
  /** Path of the page that shows it, relative to the public URL; starts with a slash. */
  path: string
}

/** @param json As stored in a notice. */
export function readIssueFacts(json: string): IssueFacts {
  const kept = readStoredObject(json)
  return { release: textOf(kept['release']), environment: textOf(kept['environment']) }
}

/** @param json As stored in a notice. */
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
