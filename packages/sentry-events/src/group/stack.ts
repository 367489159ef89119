import type { NormalFrame, NormalStacktrace } from '../normal-event.js'
import type { Component } from './component.js'
import { frameComponents } from './frame.js'
import type { FrameVerdicts } from './rules/in-app-rules.js'
import { rememberStacks } from './stack-key.js'

/** `app`: frames of the application's own code; `system`: all frames. */
export type Variant = 'app' | 'system'

/** Why a frame does not contribute; `counts` if it does. */
export type FrameReason = 'counts' | 'not in app' | 'noise' | 'caller' | 'recursion' | 'empty' | 'rule'

/** What a stack contributes; component lists are empty if no frame contributes. */
export interface StackVariants extends Readonly<Record<Variant, readonly Component[]>> {
  /** One per frame. */
  reasons: Readonly<Record<Variant, readonly FrameReason[]>>
}

/** Context shared by all stacks of an event. */
export interface StackContext {
  /** Platform of the event, for frames that do not name theirs. */
  platform: string
  verdicts: FrameVerdicts
}

const noVerdicts: FrameVerdicts = new Map()
const readRemembered = rememberStacks((stack, platform) => readVariants(stack, { platform, verdicts: noVerdicts }))
const noVariants: StackVariants = { app: [], system: [], reasons: { app: [], system: [] } }

/** Collects the frames of one variant. */
class VariantFrames {
  readonly frames: Component[] = []
  readonly reasons: FrameReason[] = []
  private previous = ''

  leaveOut(reason: FrameReason): void {
    this.reasons.push(reason)
  }

  /** A recursive function contributes once: only the frames' text is compared, not their lines. */
  add(frame: Component, text: string): void {
    const isRepeated = text === this.previous
    this.reasons.push(isRepeated ? 'recursion' : 'counts')
    if (!isRepeated) this.frames.push(frame)
    this.previous = text
  }

  toStack(): Component[] {
    return this.frames.length === 0 ? [] : [{ name: 'stacktrace', parts: this.frames }]
  }
}

/** What a stack contributes by in-app frames and by all frames. */
export function stackVariants(stacktrace: NormalStacktrace | undefined, context: StackContext): StackVariants {
  if (stacktrace === undefined) {
    return noVariants
  }
  return context.verdicts.size > 0 ? readVariants(stacktrace, context) : readRemembered(stacktrace, context.platform)
}

function readVariants(stacktrace: NormalStacktrace, context: StackContext): StackVariants {
  const app = new VariantFrames()
  const system = new VariantFrames()
  for (const frame of stacktrace.frames) addFrame(frame, context, { app, system })
  return {
    app: app.toStack(),
    system: system.toStack(),
    reasons: { app: app.reasons, system: system.reasons },
  }
}

function addFrame(frame: NormalFrame, context: StackContext, to: Record<Variant, VariantFrames>): void {
  const { platform, verdicts } = context
  const isCounted = verdicts.get(frame)?.isCounted
  const parts = frameComponents(frame, { platform, isCounted })
  if (parts === undefined || parts.length === 0) {
    const silent = isCounted === false ? 'rule' : 'noise'
    const reason = parts === undefined ? silent : 'empty'
    to.system.leaveOut(reason)
    to.app.leaveOut(reason)
    return
  }
  const component = { name: 'frame', parts }
  const text = textOf(parts)
  to.system.add(component, text)
  if (frame.inApp) to.app.add(component, text)
  else to.app.leaveOut('not in app')
}

function textOf(parts: readonly Component[]): string {
  let text = ''
  for (const part of parts) text += 'value' in part ? `${part.name}\0${part.value}\0` : ''
  return text
}
