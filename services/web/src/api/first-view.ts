import type { QueryClient } from '@tanstack/react-query'

/** Maximum wait for the first view's data before it renders without it, in milliseconds. */
const answersMs = 300
/** Maximum wait for the first view's paint, in milliseconds; after it, the tab is assumed to be hidden. */
const paintMs = 1_000

let opening = Promise.resolve()

/** Resolves once no request is in flight, so that a view renders once with its data instead of twice. */
export function awaitIdle(cache: QueryClient): Promise<void> {
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
 * Delays requests of the first view's parts until it is painted: on a slow device, sending a dozen requests takes as
 * long as rendering.
 * @returns a function that releases them. Call it when the view is in the page; it waits for the paint.
 */
export function holdRequests(): () => void {
  let release = (): void => undefined
  opening = new Promise((resolve) => {
    release = resolve
  })
  return () => {
    requestAnimationFrame(() => setTimeout(release))
    // Hidden tabs and covered windows are not painted.
    setTimeout(release, document.hidden ? 0 : paintMs)
  }
}

/** Resolves when requests may be sent. */
export function awaitFirstPaint(): Promise<void> {
  return opening
}
