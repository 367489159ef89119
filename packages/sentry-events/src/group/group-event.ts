import type { NormalEvent, NormalException } from '../normal-event.js'
import { findMainThread } from '../normalize/threads.js'
import { describeComponents, hashComponents, type Component } from './component.js'
import { findCrashFrame, mainStack } from './crash-frame.js'
import { customComponents, isDefaultFingerprint } from './custom-fingerprint.js'
import { groupChain } from './exception-chain.js'
import { frameComponents } from './frame.js'
import { isDressedMessage, messageComponents, messageText, templateComponents } from './message.js'
import { stackVariants } from './stack.js'
import { culpritOf, titleOf } from './title.js'

/** Name of the rules below; it changes when they would give events other fingerprints. */
export const groupingVersion = 'signalbox:1'

const explanationSizeMax = 3_000

/** To which issue an event belongs, and what the issue is called. */
export interface Grouping {
  /** 32 lower-case hex digits; equal for events of one issue. */
  fingerprint: string
  /** JSON: `{by, components}`, the rule that decided and the parts that counted; at most about 4 KB. */
  explanation: string
  title: string
  /** Where it happened; empty when unknown. */
  culprit: string
  /** The exception that the issue is named by; undefined for messages without one. */
  main: NormalException | undefined
}

interface Candidate {
  /** The rule: `app`, `system`, `message`, ... */
  by: string
  components: readonly Component[]
  main: NormalException | undefined
}

/** Finds the issue of an event: by the fingerprint that the application set, else by the service's own rules. */
export function groupEvent(event: NormalEvent): Grouping {
  const own = findCandidate(event)
  const chosen = applyFingerprint(event, own)
  const frame = findCrashFrame(mainStack(event, own.main))
  return {
    fingerprint: hashComponents(chosen.components),
    explanation: JSON.stringify({
      by: chosen.by,
      components: describeComponents(chosen.components, explanationSizeMax),
    }),
    title: titleOf(event, own.main),
    culprit: culpritOf(event, frame),
    main: own.main,
  }
}

/** The first rule that finds anything: exceptions, threads, stack, template, message. */
function findCandidate(event: NormalEvent): Candidate {
  const main = event.exceptions.at(-1)
  return (
    groupDressedMessage(event, main) ??
    groupExceptions(event) ??
    groupStack(event, main) ??
    groupTemplate(event, main) ??
    asCandidate('message', messageComponents(event.logentry), main) ?? {
      by: 'fallback',
      components: [{ name: 'fallback', value: '' }],
      main,
    }
  )
}

/** A message with a template is one issue wherever it is logged. */
function groupDressedMessage({ logentry }: NormalEvent, main: NormalException | undefined): Candidate | undefined {
  return isDressedMessage(main, logentry) ? asCandidate('message', templateComponents(logentry), main) : undefined
}

function groupExceptions({ exceptions, platform }: NormalEvent): Candidate | undefined {
  const { variant, components, main } = groupChain(exceptions, platform)
  return asCandidate(variant, components, main)
}

function groupStack(event: NormalEvent, main: NormalException | undefined): Candidate | undefined {
  const { app, system } = stackVariants(mainStack(event, undefined), event.platform)
  const by = findMainThread(event.threads)?.stacktrace === undefined ? 'stacktrace' : 'thread'
  return asCandidate(`${by}-app`, app, main) ?? asCandidate(`${by}-system`, system, main)
}

function groupTemplate({ template, platform }: NormalEvent, main: NormalException | undefined): Candidate | undefined {
  return template && asCandidate('template', frameComponents(template, platform), main)
}

function asCandidate(
  by: string,
  components: readonly Component[],
  main: NormalException | undefined,
): Candidate | undefined {
  return components.length === 0 ? undefined : { by, components, main }
}

function applyFingerprint(event: NormalEvent, own: Candidate): Candidate {
  const { fingerprint, checksum } = event
  if (isDefaultFingerprint(fingerprint)) {
    return checksum === '' ? own : { ...own, by: 'checksum', components: [{ name: 'checksum', value: checksum }] }
  }
  const frame = findCrashFrame(mainStack(event, own.main))
  const subject = { event, main: own.main, frame, message: messageText(event) || (own.main?.value ?? '') }
  return { ...own, by: 'fingerprint', components: customComponents(subject, own.components) }
}
