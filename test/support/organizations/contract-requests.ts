import type { RouteContract } from '@signalbox/contracts'
import type { Ids } from './fill-organization.js'

/** Requests generated from the contracts alone, so new routes are included in every test that calls all routes. */

/** ISO times. Everything sent during the test is in this range. */
export interface TestRange {
  start: string
  middle: string
  end: string
}

export function rangeAroundNow(): TestRange {
  const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  return { start: minutesFromNow(-60), middle: minutesFromNow(-30), end: minutesFromNow(30) }
}

/** Valid bodies, so a request reaches the object lookup. Other routes get an empty one. */
export const validBodies: Readonly<Record<string, object>> = {
  correctAgentSession: { culprit: null },
  mergeIssues: { issue_ids: ['0192f3a0-0000-7000-8000-0000000000ff'] },
  unmergeIssue: { fingerprints: ['d'.repeat(32)] },
  changeDeployment: { status: 'failure' },
  changeWorkflow: { name: 'taken over' },
  changeAlertRule: { name: 'taken over' },
  muteAlertRule: { for_minutes: 1 },
  changeMaintenanceWindow: { name: 'taken over' },
  changeMember: { role: 'viewer' },
  linkRepository: { full_name: 'mine/taken-over' },
  createIssueComment: { text: 'taken over' },
  changeIssueComment: { text: 'taken over' },
  createNotificationChannel: { kind: 'webhook', url: 'https://hooks.example.com/' },
  changeIssue: { status: 'resolved' },
  changeIssueView: { name: 'taken over' },
  renamePasskey: { name: 'taken over' },
  changeSentryIssues: { status: 'resolved' },
  createSentryRelease: { version: 'taken-over@1.0.0' },
  createSentryProjectRelease: { version: 'taken-over@1.0.0' },
  createSentryDeploy: { environment: 'production' },
  assembleArtifacts: { checksum: 'd'.repeat(40), chunks: ['e'.repeat(40)], projects: ['x'] },
}

/** Path parameters of a route. */
export const namesIn = ({ path }: RouteContract) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** Values of required parameters that are not ids. */
const plainValues: Readonly<Record<string, string>> = { follow_seconds: '1', name: 'orders', path: '/app.js' }

/** Required query parameters of a route, with a fixed time range. */
export function queryOf({ query }: RouteContract, range: TestRange): Record<string, string> {
  const values: Record<string, string> = {}
  const required = new Set<string>(query?.required ?? [])
  for (const [name, schema] of Object.entries(query?.properties ?? {})) {
    if (name === 'start' || name === 'end') values[name] = range[name]
    else if (name === 'split') values[name] = range.middle
    else if (required.has(name) && name in plainValues) values[name] = plainValues[name] ?? ''
    else if (required.has(name) && !('default' in schema) && 'enum' in schema && Array.isArray(schema.enum)) {
      values[name] = String(schema.enum[0])
    }
  }
  return values
}

/** @param more query parameters in addition to the required ones. */
export function addressOf(
  route: RouteContract,
  ids: Ids,
  range: TestRange,
  more: Readonly<Record<string, string>> = {},
): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name]
    if (id === undefined) throw new Error(`say here which ${name} the first organization has`)
    return encodeURIComponent(id)
  })
  return `${path}?${new URLSearchParams({ ...queryOf(route, range), ...more }).toString()}`
}

/** Removes the parts that differ between requests. */
export function comparable(body: unknown): string {
  return JSON.stringify(body)
    .replaceAll(/"request_id":"[^"]*"/g, '')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
}

/** Short ids could be part of other texts. */
export function without(ids: Ids, text: string): string {
  const long = Object.values(ids).filter((id) => id.length > 8)
  return long.reduce((left, id) => left.replaceAll(id, 'an id'), text)
}
