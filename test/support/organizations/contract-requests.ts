import type { RouteContract } from '@signalbox/contracts'
import type { Ids } from './fill-organization.js'

/** Requests that are made from the contracts alone, so that a new route is in every test that asks all of them. */

/** ISO times. What is sent meanwhile lies in it. */
export interface TestRange {
  start: string
  middle: string
  end: string
}

export function rangeAroundNow(): TestRange {
  const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  return { start: minutesFromNow(-60), middle: minutesFromNow(-30), end: minutesFromNow(30) }
}

/** Bodies that are valid, so that a request gets as far as the object. Other routes take an empty one. */
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

/** The parameters in the path of a route. */
export const namesIn = ({ path }: RouteContract) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** Of parameters that routes cannot do without, and that are not ids. */
const plainValues: Readonly<Record<string, string>> = { follow_seconds: '1', name: 'orders', path: '/app.js' }

/** The values of query parameters that a route cannot do without, and a range that does not move. */
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

/** @param more Parameters of the query beside those that the route cannot do without. */
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

/** Without what differs from one request to the next. */
export function comparable(body: unknown): string {
  return JSON.stringify(body)
    .replaceAll(/"request_id":"[^"]*"/g, '')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
}

/** Short ones could be a part of others. */
export function without(ids: Ids, text: string): string {
  const long = Object.values(ids).filter((id) => id.length > 8)
  return long.reduce((left, id) => left.replaceAll(id, 'an id'), text)
}
