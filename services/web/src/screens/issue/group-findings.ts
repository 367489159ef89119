import type { FrameDiagnosis } from '@signalbox/contracts'

/** A problem with some of an event's frames, and how to fix it for all of them. */
export interface FrameProblem extends Pick<FrameDiagnosis, 'finding' | 'explanation' | 'advice' | 'command'> {
  /** The crash first. */
  frames: FrameDiagnosis[]
}

/** Findings that need no action: the frame shows its original location, or has no other. */
const fine: readonly FrameDiagnosis['finding'][] = ['resolved', 'resolvable', 'no_script', 'no_map_needed']

/** For server programs, which run unbundled unless someone has uploaded source maps. */
const fineOnServers: readonly FrameDiagnosis['finding'][] = [...fine, 'not_uploaded', 'no_release_or_debug_id']

/**
 * Groups frames with the same problem, so that each is shown once.
 * @param frames in the order of the event.
 * @param platform of the event: `javascript`, `node`.
 */
export function groupFindings(frames: readonly FrameDiagnosis[], platform: string): FrameProblem[] {
  const ignored = platform === 'node' ? fineOnServers : fine
  const problems = new Map<string, FrameProblem>()
  for (const frame of frames.toReversed()) {
    const { finding, explanation, advice, command } = frame
    if (ignored.includes(finding)) continue
    const key = JSON.stringify([explanation, advice, command])
    const known = problems.get(key)
    if (known) known.frames.push(frame)
    else problems.set(key, { finding, explanation, advice, command, frames: [frame] })
  }
  return [...problems.values()]
}

/** `submitOrder (~/app.js:1:2044)`, as far as it was sent. */
export function describeFrame({ function: name, path, line, column }: FrameDiagnosis): string {
  const place = [path ?? '?', line, column].filter((part) => part !== null).join(':')
  return name === null ? place : `${name} (${place})`
}
