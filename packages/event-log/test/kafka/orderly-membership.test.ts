import { createRequire } from 'node:module'
import { expect } from 'chai'
import { patchMembership } from '../../src/kafka/orderly-membership.js'

const require = createRequire(import.meta.url)
const partition = { topic: 'envelopes', partition: 1 }

/** The called methods of the client's classes. */
interface Classes {
  runner: { commitOffsets(offsets: object): Promise<void> }
  consumerGroup: { recoverFromFetch(error: object): Promise<void> }
  offsetManager: { setDefaultOffset(at: object): Promise<void> }
}

/** An object of a class with only the fields that its method reads. */
function within<Name extends keyof Classes>(name: Name, parts: object): Classes[Name] {
  const { prototype } = require(`kafkajs/src/consumer/${name}`) as { prototype: Classes[Name] }
  return Object.assign(Object.create(prototype) as Classes[Name], parts)
}

describe('a member of a consumer group', () => {
  before(patchMembership)

  it('commits once, because it may have rejoined and lost the partition before a retry', async () => {
    let asked = 0
    const consumerGroup = {
      commitOffsets: () => {
        asked += 1
        return Promise.reject(new Error('the coordinator is not available'))
      },
    }
    const runner = within('runner', { running: true, consumerGroup })
    const failure = await runner.commitOffsets({ topics: [] }).catch((error: unknown) => error)
    expect(failure).to.be.an('error')
    expect(asked).to.equal(1)
  })

  it('finds the new leader of a partition without rejoining, and rejoins for new partitions between fetches', async () => {
    const done: string[] = []
    const note = (what: string) => () => {
      done.push(what)
      return Promise.resolve()
    }
    const member = within('consumerGroup', {
      cluster: { refreshMetadata: note('refresh') },
      joinAndSync: note('join'),
      logger: { debug: () => undefined, warn: () => undefined },
    })
    await member.recoverFromFetch({ name: 'KafkaJSProtocolError', type: 'NOT_LEADER_FOR_PARTITION' })
    expect(done).to.deep.equal(['refresh'])
    const stale = { name: 'KafkaJSStaleTopicMetadataAssignment', message: 'the topic has more partitions' }
    const thrown = await member.recoverFromFetch(stale).catch((error: unknown) => error)
    expect(thrown).to.have.property('type', 'REBALANCE_IN_PROGRESS')
    expect(done).to.deep.equal(['refresh'])
  })

  it('continues at the oldest record if the requested ones were deleted, without moving the group', async () => {
    const resolvedOffsets: Record<string, Record<number, string>> = { envelopes: {} }
    const offsets = within('offsetManager', {
      resolvedOffsets,
      cluster: { fetchTopicsOffset: () => Promise.resolve([{ partitions: [{ partition: 1, offset: '40' }] }]) },
    })
    await offsets.setDefaultOffset(partition)
    expect(resolvedOffsets).to.deep.equal({ envelopes: { 1: '40' } })
  })
})
