import { limits, type GroupingDryRun } from '@signalbox/contracts'

/** One event, newest first: where it is and where it would be. */
export interface Move {
  eventId: string
  /** Number of events it represents. */
  times: number
  before: { fingerprint: string; title: string }
  after: { fingerprint: string; title: string }
}

/** Collects moves and compares the issues before and after. */
export interface IssueComparison {
  add(move: Move): void
  report(): Pick<GroupingDryRun, 'issues_before' | 'issues_after' | 'unchanged' | 'renamed' | 'splits' | 'merges'>
}

interface Part {
  fingerprint: string
  title: string
  events: number
  sampleEventId: string
}

/** An issue with the issues that contain its events on the other side. */
interface Side extends Part {
  parts: Map<string, Part>
}

export function createIssueComparison(): IssueComparison {
  const before = new Map<string, Side>()
  const after = new Map<string, Side>()
  return {
    add(move) {
      addTo(before, { from: move.before, to: move.after, move })
      addTo(after, { from: move.after, to: move.before, move })
    },
    report() {
      const splits = [...before.values()].filter(({ parts }) => parts.size > 1)
      const merges = [...after.values()].filter(({ parts }) => parts.size > 1)
      const whole = [...before.values()].filter((side) => staysWhole(side, after))
      const unchanged = whole.filter(({ fingerprint, parts }) => parts.has(fingerprint)).length
      return {
        issues_before: before.size,
        issues_after: after.size,
        unchanged,
        renamed: whole.length - unchanged,
        splits: largest(splits).map((side) => ({ ...describeSide(side), into: describeParts(side) })),
        merges: largest(merges).map((side) => ({ ...describeSide(side), from: describeParts(side) })),
      }
    },
  }
}

function addTo(
  sides: Map<string, Side>,
  { from, to, move }: { from: Move['before']; to: Move['after']; move: Move },
): void {
  const side = sides.get(from.fingerprint) ?? { ...firstOf(from, move), parts: new Map<string, Part>() }
  sides.set(from.fingerprint, side)
  const part = side.parts.get(to.fingerprint) ?? firstOf(to, move)
  side.parts.set(to.fingerprint, part)
  side.events += move.times
  part.events += move.times
}

/** The newest event provides the title. */
function firstOf({ fingerprint, title }: Move['before'], { eventId }: Move): Part {
  return { fingerprint, title, events: 0, sampleEventId: eventId }
}

/** True if all of its events would be in one issue, without others. */
function staysWhole({ parts }: Side, after: ReadonlyMap<string, Side>): boolean {
  const [only] = parts.keys()
  return parts.size === 1 && only !== undefined && after.get(only)?.parts.size === 1
}

function largest<T extends Part>(parts: readonly T[]): T[] {
  return parts
    .toSorted((a, b) => b.events - a.events || (a.fingerprint < b.fingerprint ? -1 : 1))
    .slice(0, limits.query.dryRunListedMax)
}

function describeSide({ fingerprint, title, events }: Part) {
  return { fingerprint, title, events }
}

function describeParts({ parts }: Side) {
  return largest([...parts.values()]).map((part) => ({ ...describeSide(part), sample_event_id: part.sampleEventId }))
}
