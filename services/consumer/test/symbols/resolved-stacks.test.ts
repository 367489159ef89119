import { normalizeEvent, StackMemory, type NormalStacktrace } from '@signalbox/sentry-events'
import type { ScriptModule } from '@signalbox/source-maps'
import { expect } from 'chai'
import { createResolvedStacks, type ResolvedStack } from '../../src/symbols/resolved-stacks.js'
import { eventInput } from '../kinds/error/event-input.js'

const path = 'https://shop.example/app.js'

function modulesOf(identity: string | undefined): Map<string, ScriptModule> {
  const module = { state: 'plain', index: undefined, mapUrl: undefined, resolvedWith: 'release' } as const
  return new Map([[path, identity === undefined ? module : { ...module, identity }]])
}

/** Reads a stack like the consumer, from events with equal ones. */
function createReader(): () => NormalStacktrace {
  const memory = new StackMemory()
  const frames = [{ function: 'a', abs_path: path, lineno: 1, colno: 1 }]
  const payload = { platform: 'javascript', stacktrace: { frames } }
  return () => {
    const { stacktrace } = normalizeEvent(payload, eventInput(payload), memory)
    if (stacktrace === undefined) throw new Error('the event has no stack')
    return stacktrace
  }
}

const resolveStack = ({ frames }: NormalStacktrace): ResolvedStack => ({
  stacktrace: { frames: [...frames] },
  rawStacktrace: { frames: [...frames] },
  faults: new Map(),
})

describe('createResolvedStacks', () => {
  it('resolves a recurring stack once, and again when its maps change', () => {
    const read = createReader()
    const stacks = createResolvedStacks(1_000_000)
    const recall = (identity: string | undefined) => {
      const stack = read()
      return stacks.recall(stack, modulesOf(identity), () => resolveStack(stack)).stacktrace
    }
    const seenOnce = recall('first')
    const remembered = recall('first')
    expect(remembered).to.not.equal(seenOnce)
    expect(recall('first')).to.equal(remembered)
    const replaced = recall('second')
    expect(replaced).to.not.equal(remembered)
    expect(recall('second')).to.equal(replaced)
    expect(recall(undefined)).to.not.equal(replaced)
  })

  it('stays within its memory limit', () => {
    const read = createReader()
    const stacks = createResolvedStacks(100)
    const recall = () => {
      const stack = read()
      return stacks.recall(stack, modulesOf('first'), () => resolveStack(stack)).stacktrace
    }
    recall()
    expect(recall()).to.not.equal(recall())
  })
})
