import type { FrameDiagnosis } from '@signalbox/contracts'

/** What is wrong with some frames of an event, and what to do about all of them. */
export interface FrameProblem extends Pick<FrameDiagnosis, 'finding' | 'explanation' | 'advice' | 'command'> {
  /** The crash first. */
  frames: FrameDiagnosis[]
}

/** Findings after which there is nothing to do: the frame shows its original place, or has no other. */
const fine: readonly FrameDiagnosis['finding'][] = ['resolved', 'resolvable', 'no_script', 'no_map_needed']

/** Puts frames with the same problem together, so that each is said once. @param frames In the order of the event. */
export function groupFindings(frames: readonly FrameDiagnosis[]): FrameProblem[] {
  const problems = new Map<string, FrameProblem>()
  for (const frame of frames.toReversed()) {
    const { finding, explanation, advice, command } = frame
    if (fine.includes(finding)) continue
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
