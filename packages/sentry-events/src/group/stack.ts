import type { NormalStacktrace } from '../normal-event.js'
import type { Component } from './component.js'
import { frameComponents } from './frame.js'

/** `app`: frames of the application's own code; `system`: all frames. */
export type Variant = 'app' | 'system'

/** What a stack says about the issue, one list for each variant; empty when no frame says anything. */
export type StackVariants = Readonly<Record<Variant, readonly Component[]>>

const noVariants: StackVariants = { app: [], system: [] }

/** A function that calls itself counts once: only what frames say is compared, not their lines. */
export function stackVariants(stacktrace: NormalStacktrace | undefined, platform: string): StackVariants {
  if (stacktrace === undefined) {
    return noVariants
  }
  const app: Component[] = []
  const system: Component[] = []
  let previous = ''
  for (const frame of stacktrace.frames) {
    const parts = frameComponents(frame, platform)
    if (parts.length === 0) continue
    const said = JSON.stringify([frame.inApp, parts])
    if (said === previous) continue
    previous = said
    const component = { name: 'frame', parts }
    system.push(component)
    if (frame.inApp) app.push(component)
  }
  return { app: asStack(app), system: asStack(system) }
}

function asStack(frames: readonly Component[]): Component[] {
  return frames.length === 0 ? [] : [{ name: 'stacktrace', parts: frames }]
}
