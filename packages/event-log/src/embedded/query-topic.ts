import { cutPiece } from '../single-partition/range-window.js'
import type { LogResponse, TopicQueryRequest, Numbered } from './protocol.js'
import type { TopicFile } from './topic-file.js'
import { toRefusal } from './write-topic.js'

/** Answers a bounds, offset or range request. @returns the answer and the buffers to transfer with it. */
export function queryTopic(
  file: TopicFile,
  request: Numbered<TopicQueryRequest>,
): { answer: LogResponse; transfer: ArrayBuffer[] } {
  const { id } = request
  try {
    if (request.kind === 'range') return readRange(file, request)
    const answer =
      request.kind === 'bounds'
        ? { id, bounds: { partition: 0, start: file.firstOffset, end: file.nextOffset } }
        : { id, offset: file.offsetAt(request.time) }
    return { answer, transfer: [] }
  } catch (error) {
    return { answer: toRefusal(id, error), transfer: [] }
  }
}

function readRange(file: TopicFile, request: Extract<Numbered<TopicQueryRequest>, { kind: 'range' }>) {
  const { end, next } = cutPiece(request, file.sizesFrom(request.from))
  const { records, buffers } = file.read(request.from, end)
  return { answer: { id: request.id, range: { records, next } }, transfer: buffers }
}
