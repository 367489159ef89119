import type { NormalEvent, NormalException } from '../normal-event.js'
import { keepWithStack } from '../normalize/stack-memory.js'
import { numberOf } from '../remember.js'
import { hashComponents } from './component.js'
import { groupOwnChain, type OwnChain } from './own-chain.js'
import type { OwnContext } from './own-stack.js'

/** What an event's exceptions contribute, with the hash of the components if it has been computed. */
export interface KeptChain extends OwnChain {
  hash?: string | undefined
}

/** Maximum length of a key in characters: what a stack keeps must not outgrow the stack's own bound. */
const keyLengthMax = 2_048

/** The last chain whose newest exception had a certain stack. */
interface LastChain {
  key: string
  chain: KeptChain
  /** Index of the exception that names the issue. */
  mainAt: number
}

/**
 * Memoizes `groupOwnChain` per stack: an error that recurs mostly has the same exceptions. Only chains with cached stacks are kept, one
 * for each stack, for as long as the stack is. Not kept: what project rules decide, chains with long texts, and exceptions made up by
 * an SDK, which other parts of the event describe.
 */
export function createChainMemory(): (event: NormalEvent, context: OwnContext) => KeptChain {
  const slotOf = keepWithStack((): { last?: LastChain } => ({}))
  return (event, context) => {
    const { exceptions } = event
    const stacktrace = exceptions.at(-1)?.stacktrace
    if (stacktrace === undefined || context.verdicts.size > 0 || exceptions.some(isSynthetic)) {
      return groupOwnChain(event, context)
    }
    const slot = slotOf(stacktrace)
    const key = keyOf(event)
    if (key.length > keyLengthMax) return groupOwnChain(event, context)
    if (slot.last?.key === key) {
      const { chain, mainAt } = slot.last
      return { ...chain, main: exceptions[mainAt] }
    }
    const chain = groupOwnChain(event, context)
    const mainAt = exceptions.findIndex((one) => one === chain.main)
    slot.last = { key, mainAt, chain: { ...chain, main: undefined, hash: hashComponents(chain.components) } }
    return chain
  }
}

function isSynthetic({ mechanism }: NormalException): boolean {
  return mechanism?.synthetic === true
}

/** Everything that grouping reads of an event with exceptions that no SDK made up; stacks by identity. */
function keyOf({ platform, sdk, exceptions }: NormalEvent): string {
  let key = `${platform}\0${sdk.name}`
  for (const { type, value, module, mechanism, stacktrace } of exceptions) {
    const stack = stacktrace === undefined ? '' : numberOf(stacktrace)
    const how = mechanism === undefined ? '' : JSON.stringify(mechanism)
    key += `\0${type.length} ${type}\0${module.length} ${module}\0${value.length} ${value}\0${stack} ${how}`
  }
  return key
}
