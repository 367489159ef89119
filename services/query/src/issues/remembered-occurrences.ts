import { limits } from '@signalbox/contracts'
import type { IssueReference } from '@signalbox/service-kit'
import { findSettled, settledUntil } from '../memory/settled-days.js'
import type { Filter } from '../selection/filter.js'
import type { IssueContext } from './issue-memory.js'
import {
  areDaysRead,
  divideByDays,
  readOccurrences,
  readRecentDays,
  readSettledDays,
  type HashedOccurrences,
  type Occurrences,
  type Portion,
  type RememberedOccurrences,
} from './issue-occurrences.js'
import { countInEither, noUsers, readUserHashes } from './user-hashes.js'

/** Of a set of users in the store's form. */
const bytesMax = 8 * limits.query.rememberedUsersMax

/** Reads the occurrences of each issue of a portion. Sums over settled days are read only if they aren't remembered. */
export async function readPortion(context: IssueContext, portion: Portion): Promise<Occurrences[]> {
  const { store, clock, issueMemory } = context
  if (!areDaysRead(portion)) return readOccurrences(store, portion)
  const divisions = settledUntil(clock()).map((untilMs) => divideByDays(portion, untilMs))
  const found = await findSettled(
    { store, marks: issueMemory.marks },
    divisions,
    ({ settledDays }) => settledDays && { events: settledDays },
  )
  if (found === undefined) return readOccurrences(store, portion)
  const [settled, rows] = await Promise.all([
    recallSettled(context, portion, { days: found.days.events, mark: found.mark }),
    readRecentDays(store, portion, { ...found.division, bytesMax }),
  ])
  const recent = new Map(rows.map((row) => [row.position, row]))
  const sums = portion.issues.map((_, position) => addUp(position, settled[position], recent.get(position)))
  const others = sums.flatMap((sum, position) => (sum === 'too many' ? (portion.issues[position] ?? []) : []))
  const rest = others.length === 0 ? [] : await readOccurrences(store, { ...portion, issues: others })
  return [...sums.filter((sum) => sum !== 'too many'), ...rest.map((row) => movePosition(row, others, portion))]
}

function movePosition(row: Occurrences, from: readonly IssueReference[], { issues }: Portion): Occurrences {
  const issue = from[row.position]
  return { ...row, position: issue === undefined ? issues.length : issues.indexOf(issue) }
}

/** Occurrences of each issue in settled days, by position. */
async function recallSettled(
  { store, issueMemory: { occurrences } }: IssueContext,
  portion: Portion,
  { days, mark }: { days: Filter; mark: string },
): Promise<(RememberedOccurrences | 'too many')[]> {
  const { organizationId } = portion
  const keyOf = ({ projectId, fingerprints }: IssueReference) => ({
    organizationId,
    name: JSON.stringify([projectId, fingerprints, days.parameters]),
  })
  const known = portion.issues.map((issue) => occurrences.get(keyOf(issue), mark))
  const issues = portion.issues.filter((_, position) => known[position] === undefined)
  const rows = issues.length === 0 ? [] : await readSettledDays(store, { ...portion, issues }, { days, bytesMax })
  const read = new Map(rows.map((row) => [issues[row.position], toRemembered(row)]))
  return portion.issues.map((issue, position) => {
    const value = known[position] ?? read.get(issue) ?? nothing
    if (known[position] === undefined) occurrences.set(keyOf(issue), mark, value)
    return value
  })
}

const nothing: RememberedOccurrences = {
  events: 0,
  users: noUsers,
  firstMs: Infinity,
  lastMs: -Infinity,
  starts: [],
  quantities: [],
}

function toRemembered({ position: _, userHashes, ...sums }: HashedOccurrences): RememberedOccurrences | 'too many' {
  const users = readUserHashes(userHashes)
  return users === undefined ? 'too many' : { ...sums, users }
}

/** Both parts of the window together; `too many` if users of either aren't known one by one. */
function addUp(
  position: number,
  settled: RememberedOccurrences | 'too many' = nothing,
  row: HashedOccurrences | undefined,
): Occurrences | 'too many' {
  const recent = row === undefined ? nothing : toRemembered(row)
  if (settled === 'too many' || recent === 'too many') return 'too many'
  return {
    position,
    events: settled.events + recent.events,
    users: countInEither(settled.users, recent.users),
    firstMs: Math.min(settled.firstMs, recent.firstMs),
    lastMs: Math.max(settled.lastMs, recent.lastMs),
    starts: [...settled.starts, ...recent.starts],
    quantities: [...settled.quantities, ...recent.quantities],
  }
}
