import { EventLogError } from '../event-log.js'
import { assertFits } from '../single-partition/admission.js'
import { commitRange, planRange, type GroupPosition } from '../single-partition/group-position.js'
import type { EncodedAppend, LogResponse, Numbered, TopicWrite } from './protocol.js'
import type { TopicFile } from './topic-file.js'

type Write = Numbered<TopicWrite>

/**
 * Group commit: performs all writes that arrived for a topic. A refused write (out of order, over the budget) does not
 * affect the others, and groups move even if the disk refuses the appends, because commits are what frees space.
 * @param bytesLeft Remaining disk budget.
 * @returns an answer per write; every write answered without an error is durable.
 */
export function writeTopic(file: TopicFile, writes: readonly Write[], bytesLeft: number): LogResponse[] {
  const { appends, moves, groups, refused } = prepareWrites(file, writes, bytesLeft)
  return [
    ...refused,
    ...answersOnce(
      appends.map(({ id }) => ({ id })),
      () => {
        file.append(appends)
      },
    ),
    ...answersOnce(moves, () => {
      file.moveGroups(groups)
    }),
  ]
}

/** Returns the answers after the work, or the failure for each of them. */
function answersOnce(answers: readonly LogResponse[], work: () => void): readonly LogResponse[] {
  try {
    work()
    return answers
  } catch (error) {
    return answers.map(({ id }) => toRefusal(id, error))
  }
}

interface PreparedWrites {
  appends: Numbered<EncodedAppend>[]
  /** Answers to the moves of groups. */
  moves: LogResponse[]
  /** Changed positions by group. */
  groups: Map<string, GroupPosition>
  refused: LogResponse[]
}

function prepareWrites(file: TopicFile, writes: readonly Write[], bytesLeft: number): PreparedWrites {
  const prepared: PreparedWrites = { appends: [], moves: [], groups: new Map(), refused: [] }
  let left = bytesLeft
  for (const write of writes) {
    try {
      if (write.kind === 'append') {
        assertFits(write.bytes, left)
        left -= write.bytes
        prepared.appends.push(write)
      } else {
        const position = movedGroup(file, prepared.groups, write)
        prepared.groups.set(write.group, position)
        prepared.moves.push({ id: write.id, position })
      }
    } catch (error) {
      prepared.refused.push(toRefusal(write.id, error))
    }
  }
  return prepared
}

function movedGroup(
  file: TopicFile,
  moved: ReadonlyMap<string, GroupPosition>,
  write: Exclude<Write, EncodedAppend>,
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
