import { useEffect, useSyncExternalStore } from 'react'
import { createStore } from '../../state/store.js'

const tickMs = 5_000
const nowStore = createStore(Date.now())
let watchers = 0
let timer: ReturnType<typeof setInterval> | undefined

/** The page's shared clock in Unix milliseconds, so everything on it agrees. */
export function useNow(): number {
  useEffect(() => {
    watchers += 1
    timer ??= setInterval(() => {
      if (!document.hidden) nowStore.set(Date.now())
    }, tickMs)
    return () => {
      watchers -= 1
      if (watchers > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }, [])
  return useSyncExternalStore(nowStore.subscribe, nowStore.get)
}
