import { dayMs, type FieldFault, type IssueChange, limits, parseTimestamp, ServiceError } from '@signalbox/contracts'

/** Dependent fields: `field` is only allowed if the field `goesWith` has this value. */
const dependentFields = [
  { field: 'resolve_in', goesWith: 'status', value: 'resolved' },
  { field: 'release', goesWith: 'resolve_in', value: 'release' },
  { field: 'archive_until', goesWith: 'status', value: 'archived' },
  { field: 'until_time', goesWith: 'archive_until', value: 'time' },
  { field: 'events', goesWith: 'archive_until', value: 'events' },
] as const satisfies readonly { field: keyof IssueChange; goesWith: keyof IssueChange; value: string }[]

/** Fields that are required whenever they are allowed. */
const requiredFields = ['until_time', 'events'] as const

/**
 * Rejects what the schema cannot: an empty change, fields that do not go together, times in the past.
 * @param pointer JSON pointer to the change within the body.
 * @param now Unix milliseconds.
 * @throws ServiceError `invalid-body` that names every invalid field.
 */
export function validateIssueChange(change: IssueChange, { pointer, now }: { pointer: string; now: number }): void {
  const faults = [
    ...findMissingChange(change),
    ...findMisplacedFields(change),
    ...findMissingFields(change),
    ...findInvalidTimes(change, now),
  ]
  if (faults.length > 0) throw new ServiceError('invalid-body', { faults: faults.map((one) => toFault(one, pointer)) })
}

interface Fault {
  /** Empty for the change as a whole. */
  field: keyof IssueChange | ''
  detail: string
}

function toFault({ field, detail }: Fault, pointer: string): FieldFault {
  return { in: 'body', name: field === '' ? pointer : `${pointer}/${field}`, detail }
}

function findMissingChange({ status, assignee_id: assigneeId, ...more }: IssueChange): Fault[] {
  const isEmpty = status === undefined && assigneeId === undefined && Object.keys(more).length === 0
  return isEmpty ? [{ field: '', detail: 'must contain a change' }] : []
}

function findMisplacedFields(change: IssueChange): Fault[] {
  return dependentFields.flatMap(({ field, goesWith, value }) =>
    change[field] === undefined || change[goesWith] === value
      ? []
      : [{ field, detail: `is only valid with ${goesWith} ${value}` }],
  )
}

function findMissingFields(change: IssueChange): Fault[] {
  const gaps = dependentFields.filter(
    ({ field, goesWith, value }) =>
      requiredFields.some((one) => one === field) && change[goesWith] === value && change[field] === undefined,
  )
  return gaps.map(({ field, goesWith, value }) => ({ field, detail: `is required with ${goesWith} ${value}` }))
}

function findInvalidTimes({ until_time: until, archive_until: how }: IssueChange, now: number): Fault[] {
  if (until === undefined || how !== 'time') return []
  const time = parseTimestamp(until) ?? Number.NaN
  const latest = now + limits.issue.archivedDaysMax * dayMs
  if (time > now && time <= latest) return []
  return [{ field: 'until_time', detail: `must be in the future, by at most ${limits.issue.archivedDaysMax} days` }]
}
