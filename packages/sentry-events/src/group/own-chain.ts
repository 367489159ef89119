import type { NormalEvent, NormalException } from '../normal-event.js'
import type { Component } from './component.js'
import { cleanType, nativeErrorComponents, selectExceptions, type ChainGrouping } from './exception-chain.js'
import type { OwnContext, OwnStack } from './own-stack.js'
import { stackVariants, type StackContext } from './stack.js'
import { scriptPlatforms } from '../platforms.js'

/** What the exceptions of an event say, by the application's own frames; `system` when there are none. */
export interface OwnChain extends ChainGrouping {
  stack: OwnStack | undefined
}

/** Carry an exception from one thread or call to another and say nothing themselves. */
const carriers =
  /^(?:System\.)?(?:(?:Execution|Completion|InvocationTarget|UndeclaredThrowable|TargetInvocation|Aggregate)Exception|PrivilegedActionException|UncheckedExecutionException)$/
const typeArguments = /\[[^\]]{0,300}\]$/
const anonymousClass = /\$\d{1,6}$/

/**
 * What a chain of exceptions says: each by its type and the application's stack, or by its text where it has none of the
 * application's frames. Suppressed exceptions, mere carriers and copies of the cause say nothing.
 */
export function groupOwnChain(event: NormalEvent, context: OwnContext): OwnChain {
  const stacks = new Map(event.exceptions.map((one) => [one, readStack(one, context)]))
  const isOwn = [...stacks.values()].some(({ components }) => components.length > 0)
  const parts = new Map(
    [...stacks].map(([one, stack]) => [one, partsOf(context.readException(one), stack, { event, isOwn, context })]),
  )
  const selection = selectExceptions(event.exceptions.filter(isRaised), (one) => parts.get(one) ?? [])
  const told = event.platform === 'go' ? toldInGo(event, selection.counted) : withoutEchoes(selection.counted)
  const components = told.map((one) => parts.get(one) ?? []).filter((own) => own.length > 0)
  const main = selection.main ?? event.exceptions.at(-1)
  const named = components.length > 0 ? components : systemParts(main, context)
  return {
    variant: isOwn ? 'app' : 'system',
    components: named.map((own) => ({ name: 'exception', parts: own })),
    main,
    stacks: undefined,
    stack: main && stacks.get(main),
  }
}

/** The stack of an exception, without callers where they say nothing more and no rule of the project makes one count. */
function readStack(exception: NormalException, context: OwnContext): OwnStack {
  const { stacktrace } = exception
  const stack = context.readStack(stacktrace, context)
  const isRuled = context.verdicts.size > 0 && stacktrace?.frames.some((one) => context.verdicts.get(one)?.isCounted)
  const count = isRuled === true ? undefined : context.countCallers(exception, stack)
  return count === undefined ? stack : { ...stack, ...stack.newest(count) }
}

interface ChainContext {
  event: NormalEvent
  /** Whether any exception of the chain has frames of the application. */
  isOwn: boolean
  context: OwnContext
}

function partsOf(exception: NormalException, stack: OwnStack, { event, isOwn, context }: ChainContext): Component[] {
  const { mechanism, value } = exception
  const type = plainType(exception)
  const cycle = context.isEndless(exception) ? stack.cycle() : []
  if (cycle.length > 0) return [{ name: 'type', value: type }, ...cycle]
  const typeParts = type === '' || mechanism?.synthetic === true ? [] : [{ name: 'type', value: type }]
  const native = nativeErrorComponents(exception)
  if (stack.components.length > 0 && !isCaughtBySdk(exception, event)) {
    const message = context.tellText(exception, stack, event)
    const messageParts = message === '' ? [] : [{ name: 'value', value: message }]
    return [...typeParts, ...native, ...messageParts, ...stack.components]
  }
  if (native.length > 0) return [...typeParts, ...native]
  const text = context.readText(value)
  if (text !== '') {
    return [...typeParts, ...context.tellOrigin(exception, event, isOwn), { name: 'value', value: text }]
  }
  return exception.stacktrace === undefined && type !== '' ? [{ name: 'type', value: type }] : []
}

/**
 * The stack of a thrown value that is not an error and that the SDK caught is that of the SDK, and of who called it. Native
 * SDKs make up an exception for a signal, whose stack is the one that crashed.
 */
function isCaughtBySdk({ mechanism }: NormalException, { platform }: NormalEvent): boolean {
  const isScript = scriptPlatforms.has(platform)
  return isScript && mechanism?.synthetic === true && mechanism.handled === false
}

function plainType({ type }: NormalException): string {
  return cleanType(type).replace(typeArguments, '').replace(anonymousClass, '$')
}

/** Without a text and without frames of the application, all frames are better than nothing. */
function systemParts(main: NormalException | undefined, context: StackContext): Component[][] {
  if (main === undefined) return []
  const { system } = stackVariants(main.stacktrace, context)
  const type = plainType(main)
  const parts = [...(type === '' ? [] : [{ name: 'type', value: type }]), ...system]
  return parts.length === 0 ? [] : [parts]
}

function isRaised({ mechanism }: NormalException): boolean {
  return mechanism?.type !== 'suppressed'
}

/**
 * The text of an error that wraps or joins others holds theirs, and older SDKs send less of them: those that it holds say
 * nothing more.
 */
function toldInGo({ exceptions }: NormalEvent, counted: readonly NormalException[]): readonly NormalException[] {
  const main = exceptions.at(-1)
  if (main === undefined || exceptions.some(({ mechanism }) => mechanism?.isExceptionGroup === true)) {
    return exceptions.slice(-1)
  }
  return counted.filter((one) => one === main || one.value === '' || !main.value.includes(one.value))
}

/** Leaves out carriers that have a cause, and copies that a run time made of the cause to add a stack. */
function withoutEchoes(exceptions: readonly NormalException[]): readonly NormalException[] {
  return exceptions.filter((one, index) => {
    const cause = exceptions[index - 1]
    if (cause === undefined) return true
    return !carriers.test(one.type) && !(one.type === cause.type && one.value === cause.value && one.value !== '')
  })
}
