import type { NormalFrame } from '../../normal-event.js'

/** The folder of a crate's sources. */
const sourceFolder = /^[^]*[/\\]src[/\\](?=[^]*\.rs$)/

/** Functions that start a panic. What they call handles it, such as a hook of the application. */
const panicking = /(?:^|::)(?:rust_begin_unwind|panic_fmt|begin_panic(?:_handler)?|rust_panic_with_hook)(?:$|::)/

/**
 * Adds the Rust functions whose sources are in the folders of in-app functions. The SDK recognizes in-app functions by the
 * name of the crate, which debug information leaves out of inlined and generic functions.
 * @param guessed In-app status of each frame if the SDK reports nothing.
 */
export function withRustSources(
  frames: readonly NormalFrame[],
  { marked, guessed }: { marked: readonly boolean[]; guessed: readonly boolean[] },
): readonly boolean[] {
  if (!frames.some(({ absPath, filename }, index) => marked[index] === true && isOfRust(absPath || filename)))
    return marked
  const panicked = frames.findIndex((frame) => panicking.test(frame.function))
  const folders = frames.map(({ absPath, filename }) => sourceFolder.exec(absPath || filename)?.[0])
  const own = new Set(folders.filter((folder, index) => folder !== undefined && marked[index] === true))
  return marked.map((isMarked, index) => {
    if (panicked !== -1 && index > panicked) return false
    return isMarked || (guessed[index] === true && own.has(folders[index]))
  })
}

function isOfRust(path: string): boolean {
  return path.endsWith('.rs')
}
