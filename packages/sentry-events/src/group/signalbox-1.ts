import type { NormalEvent, NormalException, NormalStacktrace } from '../normal-event.js'
import { findMainThread } from '../normalize/threads.js'
import type { GroupingAlgorithm, BuiltInGrouping } from './algorithm.js'
import type { Component } from './component.js'
import { groupChain } from './exception-chain.js'
import { frameComponents } from './frame.js'
import { isSyntheticMessage, messageComponents, templateComponents } from './message.js'
import { stackVariants, type StackContext } from './stack.js'

/** Groups an event without rules by the first candidate below that yields anything. */
export const signalbox1: GroupingAlgorithm = {
  version: 'signalbox:1',
  group(event, verdicts) {
    const context = { platform: event.platform, verdicts }
    const main = event.exceptions.at(-1)
    return (
      groupSyntheticMessage(event, main) ??
      groupExceptions(event, context) ??
      groupStack('thread', findMainThread(event.threads)?.stacktrace, { context, main }) ??
      groupStack('stacktrace', event.stacktrace, { context, main }) ??
      groupTemplate(event, main) ??
      asCandidate({ by: 'message', components: messageComponents(event.logentry), main }) ?? {
        by: 'fallback',
        components: [{ name: 'fallback', value: '' }],
        main,
      }
    )
  },
}

/** A message with a template is one issue wherever it is logged. */
function groupSyntheticMessage(
  { logentry }: NormalEvent,
  main: NormalException | undefined,
): BuiltInGrouping | undefined {
  return isSyntheticMessage(main, logentry)
    ? asCandidate({ by: 'message', components: templateComponents(logentry), main })
    : undefined
}

function groupExceptions({ exceptions }: NormalEvent, context: StackContext): BuiltInGrouping | undefined {
  const { variant, components, main, stacks } = groupChain(exceptions, context)
  const reasons = stacks?.reasons[variant] ?? []
  const stack = main?.stacktrace && { frames: main.stacktrace.frames, reasons }
  return asCandidate({ by: variant, components, main, stack })
}

interface StackSubject {
  context: StackContext
  main: NormalException | undefined
}

function groupStack(
  by: string,
  stacktrace: NormalStacktrace | undefined,
  { context, main }: StackSubject,
): BuiltInGrouping | undefined {
  if (stacktrace === undefined) return undefined
  const { app, system, reasons } = stackVariants(stacktrace, context)
  const { frames } = stacktrace
  return (
    asCandidate({ by: `${by}-app`, components: app, main, stack: { frames, reasons: reasons.app } }) ??
    asCandidate({ by: `${by}-system`, components: system, main, stack: { frames, reasons: reasons.system } })
  )
}

function groupTemplate(event: NormalEvent, main: NormalException | undefined): BuiltInGrouping | undefined {
  const { template, platform } = event
  const components: Component[] = (template && frameComponents(template, { platform })) ?? []
  return asCandidate({ by: 'template', components, main })
}

function asCandidate(candidate: BuiltInGrouping): BuiltInGrouping | undefined {
  return candidate.components.length === 0 ? undefined : candidate
}
