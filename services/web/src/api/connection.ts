import { onlineManager } from '@tanstack/react-query'
import { createStore, useStore } from '../state/store.js'

/** How often it is looked whether the server answers again, milliseconds. */
const lookMs = 2_000
/** What everybody may ask, and costs nothing. */
const cheapQuestion = '/api/v1/auth/methods/'

const lostStore = createStore<number | undefined>(undefined)
let answeredAt = Date.now()
let looking: Promise<void> | undefined

onlineManager.subscribe((isOnline) => {
  lostStore.set(isOnline ? undefined : answeredAt)
})

/** `fetch` that notices when the server does not answer at all: browsers only know whether there is a network. */
export async function fetchAnswer(input: string, init: RequestInit): Promise<Response> {
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
 * Resolves when the server answers. One question without an answer says little, so another one is asked; while that has
 * none either, there is no connection: the questions of all views wait, and are asked as soon as there is one.
 */
export function awaitServer(): Promise<void> {
  looking ??= lookForServer().finally(() => {
    looking = undefined
  })
  return looking
}

async function lookForServer(): Promise<void> {
  while (!(await isAnswering())) {
    onlineManager.setOnline(false)
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
  onlineManager.setOnline(true)
}

async function isAnswering(): Promise<boolean> {
  try {
    await fetch(cheapQuestion, { cache: 'no-store' })
    return true
  } catch {
    return false
  }
}

/** When the last answer came before the connection was lost, Unix milliseconds; undefined while there is one. */
export function useLostConnection(): number | undefined {
  return useStore(lostStore)
}
