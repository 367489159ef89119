import type { NormalEvent, NormalException, NormalStacktrace } from '../normal-event.js'
import { findMainThread } from '../normalize/threads.js'
import type { GroupingAlgorithm, BuiltInGrouping } from './algorithm.js'
import type { Component } from './component.js'
import { frameComponents } from './frame.js'
import { isSyntheticMessage, messageText } from './message.js'
import { createChainMemory, type KeptChain } from './kept-chains.js'
import { markOwnFrames } from './own-frames/mark-own-frames.js'
import type { OwnContext, OwnReading } from './own-stack.js'

/**
 * Creates a version that groups by the application's own code: frames of runtimes, libraries and SDKs never contribute
 * next to a text, names are those in the source, and messages contribute logger, text and the place that logged them.
 */
export function groupByOwnCode(version: string, reading: OwnReading, markFrames = markOwnFrames): GroupingAlgorithm {
  const groupChain = createChainMemory()
  return {
    version,
    markFrames,
    group(event, verdicts) {
      const context = { platform: event.platform, verdicts, ...reading }
      const main = event.exceptions.at(-1)
      return (
        groupMessage(event, { context, main }) ??
        groupExceptions(event, groupChain(event, context)) ??
        groupBareStack(event, { context, main }) ??
        groupTemplate(event, main) ?? { by: 'fallback', components: [{ name: 'fallback', value: '' }], main }
      )
    },
  }
}

interface Subject {
  context: OwnContext
  main: NormalException | undefined
}

/**
 * A message is identified by its logger and words. A template or several words are the same wherever they are logged;
 * other texts also need the place that logged them: the newest in-app frame. So do Go's panics, which are sent as messages.
 */
function groupMessage(event: NormalEvent, { context, main }: Subject): BuiltInGrouping | undefined {
  if (main !== undefined && !isSyntheticMessage(main, event.logentry)) return undefined
  const stacktrace = stackOf(event, main)
  const { crash, reasons } = context.readStack(stacktrace, context)
  const said = templateOf(event) === '' && event.level !== 'fatal' ? context.readMessage(messageText(event)) : ''
  const place =
    templateOf(event) === '' && said === ''
      ? (crash?.component.parts.filter(({ name }) => name !== 'context-line') ?? [])
      : []
  const text = said === '' ? messageComponent(event, context, place.length > 0) : { name: 'message', value: said }
  if (text === undefined) return undefined
  const logger: Component[] = event.logger === '' ? [] : [{ name: 'logger', value: event.logger }]
  return {
    by: 'message',
    components: [...logger, text, ...(place.length === 0 ? [] : [{ name: 'frame', parts: place }])],
    main,
    stack: stacktrace && { frames: stacktrace.frames, reasons },
  }
}

/** A template contributes unchanged; a text formatted elsewhere contributes without ids and numbers. */
function messageComponent(
  event: NormalEvent,
  { readText, readTemplate }: OwnContext,
  isPlaced: boolean,
): Component | undefined {
  const template = templateOf(event)
  if (template !== '') return readTemplate(template)
  const value = readText(messageText(event), isPlaced)
  return value === '' ? undefined : { name: 'message', value }
}

/** Empty if the SDK sent only the formatted text. */
function templateOf({ logentry }: NormalEvent): string {
  return logentry === undefined || logentry.template === logentry.formatted ? '' : logentry.template
}

function stackOf(event: NormalEvent, main: NormalException | undefined): NormalStacktrace | undefined {
  return main?.stacktrace ?? findMainThread(event.threads)?.stacktrace ?? event.stacktrace
}

function groupExceptions(
  event: NormalEvent,
  { variant, components, main, stack, hash }: KeptChain,
): BuiltInGrouping | undefined {
  if (event.exceptions.length === 0) return undefined
  const explained = main?.stacktrace && { frames: main.stacktrace.frames, reasons: stack?.reasons ?? [] }
  return asCandidate({ by: variant, components, main, stack: explained, hash })
}

/** A stack without a text. */
function groupBareStack(event: NormalEvent, { context, main }: Subject): BuiltInGrouping | undefined {
  const stacktrace = stackOf(event, undefined)
  if (stacktrace === undefined) return undefined
  const { components, reasons } = context.readStack(stacktrace, context)
  const by = event.stacktrace === undefined ? 'thread-app' : 'stacktrace-app'
  return asCandidate({ by, components, main, stack: { frames: stacktrace.frames, reasons } })
}

function groupTemplate(
  { template, platform }: NormalEvent,
  main: NormalException | undefined,
): BuiltInGrouping | undefined {
  const components: Component[] = (template && frameComponents(template, { platform })) ?? []
  return asCandidate({ by: 'template', components, main })
}

function asCandidate(candidate: BuiltInGrouping): BuiltInGrouping | undefined {
  return candidate.components.length === 0 ? undefined : candidate
}
