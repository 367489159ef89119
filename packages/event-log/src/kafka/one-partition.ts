import { Partitioners, type ICustomPartitioner, type Message } from 'kafkajs'

/** A message with the turn of its request: those without a key go to the partition whose turn it is. */
export interface TurnMessage extends Message {
  /** Known when the request is put together. */
  turn: number
}

/**
 * Sends all messages of a request to one partition, the same at every attempt: by their key, or in turn. The client
 * divides messages anew when it repeats a request, and takes a broker that has answered for done, also when the
 * partition of another one has moved to it since: with several partitions in a request, messages would be stored twice
 * or never, and acknowledged.
 */
export const partitionInTurn: ICustomPartitioner = () => {
  const byKey = Partitioners.DefaultPartitioner()
  return (args) => {
    const { message, partitionMetadata } = args
    if (message.key !== null && message.key !== undefined) return byKey(args)
    const ids = partitionMetadata.map(({ partitionId }) => partitionId).sort((one, other) => one - other)
    const turn = 'turn' in message && typeof message.turn === 'number' ? message.turn : 0
    return ids[turn % ids.length] ?? 0
  }
}
