import type { QueryClient } from '@tanstack/react-query'

/** What the first view shows comes within this time, or the view is drawn without it, milliseconds. */
const answersMs = 300
/** The first view is painted within this time, or nobody sees it, milliseconds. */
const paintMs = 1_000

let opening = Promise.resolve()

/** Resolves once nothing is being asked, so that a view is drawn once, with its answers, and not twice. */
export function awaitAnswers(cache: QueryClient): Promise<void> {
  if (cache.isFetching() === 0) return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      unsubscribe()
      resolve()
    }
    const timer = setTimeout(end, answersMs)
    const unsubscribe = cache.getQueryCache().subscribe(() => {
      if (cache.isFetching() === 0) end()
    })
  })
}

/**
 * Holds back what the parts of the first view ask until it is painted: on a slow device a dozen requests take as long to
 * send as the view takes to be drawn.
 * @returns what lets them go; it is called when the view stands in the page, and waits for the paint.
 */
export function holdQuestions(): () => void {
  let release = (): void => undefined
  opening = new Promise((resolve) => {
    release = resolve
  })
  return () => {
    requestAnimationFrame(() => setTimeout(release))
    // Hidden tabs, and windows that others cover, are not painted.
    setTimeout(release, document.hidden ? 0 : paintMs)
  }
}

/** Resolves when questions may be asked. */
export function awaitTurn(): Promise<void> {
  return opening
}
