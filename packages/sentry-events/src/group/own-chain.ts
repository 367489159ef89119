import type { NormalEvent, NormalException } from '../normal-event.js'
import type { Component } from './component.js'
import { cleanType, nativeErrorComponents, selectExceptions, type ChainGrouping } from './exception-chain.js'
import { hasGroup } from './exception-group.js'
import { isAnswerOfDatabase } from './identifying-message.js'
import type { Chain, OmitCauses, OwnContext, OwnStack, StacktraceOf } from './own-stack.js'
import type { PlacedFrame } from './own-frame.js'
import { stackVariants, type StackContext } from './stack.js'
import { storeWithoutConnection } from './store-outage.js'
import { toSingular } from './texts/counted-nouns.js'
import { requestedIn } from './texts/requested.js'
import { nativePlatforms, scriptPlatforms } from '../platforms.js'

/** What an event's exceptions contribute based on in-app frames; `system` if there are none. */
export interface OwnChain extends ChainGrouping {
  stack: OwnStack | undefined
}

/** Exceptions that only carry another one across threads or calls and contribute nothing. */
const carriers =
  /^(?:System\.)?(?:(?:Execution|Completion|InvocationTarget|UndeclaredThrowable|TargetInvocation|Aggregate)Exception|PrivilegedActionException|UncheckedExecutionException)$/
const typeArguments = /\[[^\]]{0,300}\]$/
const anonymousClass = /\$\d{1,6}$/

/**
 * Groups an exception chain: each exception contributes its type and in-app stack, or its text if it has no in-app
 * frames. Suppressed exceptions, mere carriers and copies of the cause contribute nothing.
 */
export function groupOwnChain(event: NormalEvent, context: OwnContext): OwnChain {
  const stacks = new Map(
    event.exceptions.map((one) => [one, readStack({ ...one, stacktrace: context.stacktraceOf(one, event) }, context)]),
  )
  const isPlaced = (one: NormalException) => (stacks.get(one)?.contributing.length ?? 0) > 0
  const firstPlaced = event.exceptions.findIndex(isPlaced)
  const isOwn = firstPlaced !== -1
  const isGroup = hasGroup(event.exceptions)
  const parts = new Map(
    [...stacks].map(([one, stack]) => [
      one,
      partsOf(context.readException(one, event), stack, {
        event,
        isOwn,
        context,
        isWrapper: !isGroup && isOwn && event.exceptions.indexOf(one) > firstPlaced,
      }),
    ]),
  )
  const selection = selectExceptions(event.exceptions.filter(isRaised), (one) => parts.get(one) ?? [])
  const contributing =
    event.platform === 'go'
      ? withoutWrappedGoErrors(event, selection.counted)
      : context.omitCauses(withoutEchoes(selection.counted), { stacks, event })
  const components = contributing.map((one) => parts.get(one) ?? []).filter((own) => own.length > 0)
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

/** An exception's stack, without callers if they add nothing and no project rule includes one. */
function readStack(exception: NormalException, context: OwnContext): OwnStack {
  const { stacktrace } = exception
  const stack = context.readStack(stacktrace, context)
  const isRuled = context.verdicts.size > 0 && stacktrace?.frames.some((one) => context.verdicts.get(one)?.isCounted)
  const frames = isRuled === true ? undefined : context.selectCallers(exception, stack)
  const requested = frames?.length === 2 ? requestedBy(frames[0]) : ''
  const counted = frames === undefined ? stack : { ...stack, ...stack.only(frames), requested }
  return {
    ...counted,
    components: context.omitLines(counted.components, { exception, stack, platform: context.platform }),
  }
}

/** What a helper's caller asked for, unless its own name says so. */
function requestedBy(caller: PlacedFrame | undefined): string {
  if (caller === undefined || caller.sourceLine === '') return ''
  const { sourceLine, place } = caller
  const requested = requestedIn(sourceLine)
  const name = `${place.module} ${place.function}`.toLowerCase()
  return name.includes(toSingular(requested.toLowerCase())) ? '' : requested
}

interface ChainContext {
  event: NormalEvent
  /** True if any exception of the chain has in-app frames. */
  isOwn: boolean
  context: OwnContext
  /** True if the exception has a cause with in-app frames. */
  isWrapper: boolean
}

function partsOf(exception: NormalException, stack: OwnStack, chain: ChainContext): Component[] {
  const { event, isOwn, context, isWrapper } = chain
  const { mechanism, value } = exception
  const type = plainType(exception)
  const cycle = context.isEndless(exception) ? stack.cycle() : []
  if (cycle.length > 0) {
    return [{ name: 'type', value: type }, ...context.omitLines(cycle, { exception, stack, platform: event.platform })]
  }
  const isOfOwn = stack.isThrownByOwn || stack.crash === undefined
  const wrapped = isWrapper && isOfOwn ? context.readWrapper(exception, event) : ''
  const typeParts = type === '' || mechanism?.synthetic === true ? [] : [{ name: 'type', value: type }]
  const native = nativeErrorComponents(exception)
  if (wrapped !== '') return [...typeParts, ...native, { name: 'value', value: wrapped }]
  if (stack.components.length > 0 && !isCaughtBySdk(exception, event)) {
    const message = context.readIdentifyingText(exception, stack, event)
    const messageParts = message === '' ? [] : [{ name: 'value', value: message }]
    const from = { exception, stack, platform: event.platform }
    return [...typeParts, ...native, ...messageParts, ...context.omitModules(stack.components, message, from)]
  }
  if (native.length > 0) return [...typeParts, ...native]
  const origin = context.describeOrigin(exception, event, isOwn)
  const text = context.readText(value, stack.contributing.length > 0 || origin.length > 0)
  if (text !== '') return [...typeParts, ...origin, { name: 'value', value: text }]
  return exception.stacktrace === undefined && type !== '' ? [{ name: 'type', value: type }] : []
}

/**
 * For a thrown non-error that the SDK caught, the stack is the SDK's own and its callers'. For signals, native SDKs
 * create a synthetic exception whose stack is the crashed one.
 */
function isCaughtBySdk({ mechanism }: NormalException, { platform }: NormalEvent): boolean {
  const isScript = scriptPlatforms.has(platform)
  return isScript && mechanism?.synthetic === true && mechanism.handled === false
}

function plainType({ type }: NormalException): string {
  return cleanType(type).replace(typeArguments, '').replace(anonymousClass, '$')
}

/** Without a text and without in-app frames, all frames are better than nothing. */
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
 * The text of a wrapping or joining error includes the texts of the errors it wraps, which older SDKs send
 * incompletely, so the wrapped errors add nothing.
 */
function withoutWrappedGoErrors(event: NormalEvent, counted: readonly NormalException[]): readonly NormalException[] {
  const { exceptions } = event
  const main = exceptions.at(-1)
  if (main === undefined || hasGroup(event.exceptions)) {
    return exceptions.slice(-1)
  }
  return counted.filter((one) => one === main || one.value === '' || !main.value.includes(one.value))
}

/**
 * Omits wrappers beyond the nearest one, which are added further up: callers there don't contribute either. Nor do
 * wrappers of an outage, which say what the application was about to do.
 */
export const withoutFarCauses: OmitCauses = (exceptions, chain) => {
  if (hasGroup(chain.event.exceptions)) return exceptions
  const near = withoutInnerCauses(
    exceptions.map((one) => findPlacedCopy(one, chain)),
    chain,
  ).slice(0, 2)
  const outage = near.find((one) => storeWithoutConnection(one) !== '')
  return outage === undefined ? near : [outage]
}

/** A copy of an error that a library made where the application called it, if the error itself has no in-app frames. */
function findPlacedCopy(one: NormalException, { stacks, event: { exceptions } }: Chain): NormalException {
  const isPlaced = (other: NormalException) => (stacks.get(other)?.contributing.length ?? 0) > 0
  const copy = exceptions[exceptions.indexOf(one) + 1]
  return copy?.type === one.type && copy.value === one.value && isPlaced(copy) && !isPlaced(one) ? copy : one
}

/**
 * Omits what a library caught before it raised an error of its own: the application sees only that error, and versions
 * of a driver differ in which of its errors they chain. A cause stays if the application raised it, or if it is the
 * answer of a database, which mappers wrap in errors that say less. Rust's stacks don't show who raised an error.
 */
const withoutInnerCauses: OmitCauses = (exceptions, { stacks, event }) => {
  if (nativePlatforms.has(event.platform)) return exceptions
  return exceptions.filter((one, index) => {
    const wrapper = exceptions[index + 1]
    if (wrapper?.stacktrace === undefined || stacks.get(one)?.isThrownByOwn === true) return true
    return stacks.get(wrapper)?.isThrownByOwn === true || isAnswerOfDatabase(one)
  })
}

/** The stack of an exception. Rust's SDK sends the stack of the innermost error with the outermost one. */
export const readInnermostStack: StacktraceOf = (exception, { platform, exceptions }) => {
  const isNearest = nativePlatforms.has(platform) && exceptions.length > 2 && exceptions[1] === exception
  return isNearest ? (exception.stacktrace ?? exceptions.at(-1)?.stacktrace) : exception.stacktrace
}

/** Omits carriers that have a cause, and copies of the cause that a runtime made to add a stack. */
function withoutEchoes(exceptions: readonly NormalException[]): readonly NormalException[] {
  return exceptions.filter((one, index) => {
    const cause = exceptions[index - 1]
    if (cause === undefined) return true
    return !carriers.test(one.type) && !(one.type === cause.type && one.value === cause.value && one.value !== '')
  })
}
