import { expect } from 'chai'
import type { JsonObject } from '../../src/index.js'
import { groupEvent, normalizeEvent, StackMemory } from '../../src/index.js'
import { eventInput } from './event-input.js'

const frames = [
  { function: 'main', module: 'shop.app', filename: 'shop/app.py', context_line: 'run()', in_app: true },
  { function: 'pay', module: 'shop.pay', filename: 'shop/pay.py', context_line: 'raise error', in_app: true },
]
const exception = { type: 'PaymentError', value: 'card declined', module: 'shop', stacktrace: { frames } }
const other = { ...exception, stacktrace: { frames: frames.slice(1) } }

const variants: readonly JsonObject[] = [
  { platform: 'python', exception: [exception] },
  { platform: 'python', exception: [{ ...exception, value: 'the bank did not answer within 3 s: timed out' }] },
  { platform: 'python', exception: [{ ...exception, value: 'long '.repeat(1_000) }] },
  { platform: 'python', exception: [{ ...exception, type: 'IntegrityError', value: 'duplicate key' }] },
  { platform: 'python', exception: [{ ...exception, type: 'RecursionError', module: 'builtins' }] },
  { platform: 'python', exception: [{ ...exception, mechanism: { type: 'suppressed' } }] },
  { platform: 'python', exception: [{ ...exception, mechanism: { type: 'signal', synthetic: true } }] },
  { platform: 'python', exception: [{ type: 'Cause', value: 'first' }, exception] },
  { platform: 'python', exception: [other, exception] },
  { platform: 'native', exception: [exception], sdk: { name: 'sentry.rust', version: '0.30.0' } },
  { platform: 'native', exception: [exception], sdk: { name: 'sentry.native', version: '0.7.0' } },
  { platform: 'python', exception: [exception], fingerprint: ['{{ default }}', 'checkout'] },
]

describe('grouping of errors with a recurring stack', () => {
  const groupWith = (memory: StackMemory, sent: JsonObject) =>
    groupEvent(normalizeEvent(structuredClone(sent), eventInput(sent), memory))

  it('gives the same result as without remembered stacks, whatever was grouped before', () => {
    const [memory, forgetful] = [new StackMemory(), new StackMemory(0)]
    // From the third time on a stack is remembered, and from the next one its chain.
    for (let round = 0; round < 6; round += 1) {
      for (const sent of [...variants, ...variants.flatMap((one) => [one, one]), ...variants.toReversed()]) {
        expect(groupWith(memory, sent)).to.deep.equal(groupWith(forgetful, sent))
      }
    }
  })

  it('names the exception of the event itself', () => {
    const memory = new StackMemory()
    const [sent = {}] = variants
    for (let round = 0; round < 6; round += 1) {
      const grouping = groupWith(memory, sent)
      expect(grouping.main).to.equal(grouping.event.exceptions[0])
    }
  })
})
