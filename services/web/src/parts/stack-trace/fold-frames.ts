import type { Frame } from '../event/read-event.js'

/** Displayed frames: single ones, or several library frames as one line. */
export type FoldedFrames =
  { kind: 'frame'; frame: Frame; index: number } | { kind: 'folded'; frames: Frame[]; index: number }

/** Folds library frames; a stack without in-app frames stays unfolded. */
export function foldFrames(frames: readonly Frame[]): FoldedFrames[] {
  if (!frames.some(({ isInApp }) => isInApp)) return frames.map((frame, index) => ({ kind: 'frame', frame, index }))
  const folded: FoldedFrames[] = []
  for (const [index, frame] of frames.entries()) {
    const last = folded.at(-1)
    if (frame.isInApp) folded.push({ kind: 'frame', frame, index })
    else if (last?.kind === 'folded') last.frames.push(frame)
    else folded.push({ kind: 'folded', frames: [frame], index })
  }
  return folded
}

/** The libraries of frames, without duplicates: `fastify, undici`. */
export function nameLibraries(frames: readonly Frame[]): string {
  return [...new Set(frames.map(libraryOf))].slice(0, 4).join(', ')
}

function libraryOf({ place, module }: Frame): string {
  const inModules = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(place)?.[1]
  const inPackages = /site-packages\/([^/]+)/.exec(place)?.[1]
  return inModules ?? inPackages ?? (module === '' ? place : module)
}
