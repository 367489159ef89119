import { EventLogError } from '../event-log.js'
import { assertFits } from '../single-partition/admission.js'
import { commitRange, planRange, type GroupPosition } from '../single-partition/group-position.js'
import type { AppendRequest, LogResponse, Numbered, WriteRequest } from './protocol.js'
import type { TopicFile } from './topic-file.js'

type Write = Numbered<WriteRequest>

/**
 * Group commit: performs all writes that arrived for a topic in one transaction. A refused write (out of order, over
 * the budget) does not affect the others.
 * @param bytesLeft Remaining disk budget.
 * @returns an answer per write; every write answered without an error is durable.
 */
export function writeTopic(file: TopicFile, writes: readonly Write[], bytesLeft: number): LogResponse[] {
  const all = prepareWrites(file, writes, bytesLeft)
  try {
    file.write(all.appends, all.groups)
    return all.answers
  } catch (error) {
    return writeGroupsAlone(file, writes, error)
  }
}

/**
 * Retries the group moves without the appends after a failed transaction. On a full disk commits must succeed, because
 * they are what frees space.
 */
function writeGroupsAlone(file: TopicFile, writes: readonly Write[], failure: unknown): LogResponse[] {
  const isAppend = (write: Write) => write.kind === 'append'
  const refused = writes.filter(isAppend).map(({ id }) => toRefusal(id, failure))
  const others = writes.filter((write) => !isAppend(write))
  const moves = prepareWrites(file, others, 0)
  try {
    file.write([], moves.groups)
    return [...refused, ...moves.answers]
  } catch (error) {
    return [...refused, ...others.map(({ id }) => toRefusal(id, error))]
  }
}

interface PreparedWrites {
  appends: AppendRequest[]
  /** Changed positions by group. */
  groups: Map<string, GroupPosition>
  answers: LogResponse[]
}

function prepareWrites(file: TopicFile, writes: readonly Write[], bytesLeft: number): PreparedWrites {
  const prepared: PreparedWrites = { appends: [], groups: new Map(), answers: [] }
  let left = bytesLeft
  for (const write of writes) {
    try {
      if (write.kind === 'append') {
        assertFits(write.bytes, left)
        left -= write.bytes
        prepared.appends.push(write)
        prepared.answers.push({ id: write.id })
      } else {
        const position = movedGroup(file, prepared.groups, write)
        prepared.groups.set(write.group, position)
        prepared.answers.push({ id: write.id, position })
      }
    } catch (error) {
      prepared.answers.push(toRefusal(write.id, error))
    }
  }
  return prepared
}

function movedGroup(
  file: TopicFile,
  moved: ReadonlyMap<string, GroupPosition>,
  write: Exclude<Write, AppendRequest>,
): GroupPosition {
  const position = moved.get(write.group) ?? file.groups.get(write.group)
  if (write.kind === 'join') {
    return position ?? { offset: file.firstOffset, planEnd: undefined }
  }
  if (position === undefined) {
    throw new EventLogError('out-of-order', `the group ${write.group} has no consumer`)
  }
  return write.kind === 'plan' ? planRange(position, write) : commitRange(position, write)
}

/** Converts a failure to an answer. Errors other than EventLogError are bugs and are rethrown. */
export function toRefusal(id: number, error: unknown): LogResponse {
  if (!(error instanceof EventLogError)) {
    throw error
  }
  return { id, error: { reason: error.reason, message: error.message } }
}
