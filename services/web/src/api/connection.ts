import { onlineManager } from '@tanstack/react-query'
import { createStore, useStore } from '../state/store.js'

/** Interval for checking whether the server is reachable again, in milliseconds. */
const pollMs = 2_000
/** A cheap endpoint that needs no sign-in. */
const probePath = '/api/v1/auth/methods/'

const lostStore = createStore<number | undefined>(undefined)
let answeredAt = Date.now()
let polling: Promise<void> | undefined

onlineManager.subscribe((isOnline) => {
  lostStore.set(isOnline ? undefined : answeredAt)
})

/** `fetch` that detects an unreachable server: browsers only know whether there is a network. */
export async function fetchFromServer(input: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(input, init)
    answeredAt = Date.now()
    return response
  } catch (error) {
    if (!init.signal?.aborted) void awaitServer()
    throw error
  }
}

/**
 * Resolves when the server responds. One failed request proves little, so another is made; if it fails too, the
 * connection is lost: requests of all views wait until it is back.
 */
export function awaitServer(): Promise<void> {
  polling ??= pollServer().finally(() => {
    polling = undefined
  })
  return polling
}

async function pollServer(): Promise<void> {
  while (!(await isResponding())) {
    onlineManager.setOnline(false)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  onlineManager.setOnline(true)
}

async function isResponding(): Promise<boolean> {
  try {
    await fetch(probePath, { cache: 'no-store' })
    return true
  } catch {
    return false
  }
}

/** Time of the last response before the connection was lost, in Unix milliseconds; undefined while connected. */
export function useLostConnection(): number | undefined {
  return useStore(lostStore)
}
