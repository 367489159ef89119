import { createStore } from '../../state/store.js'

/** Context passed to a session in addition to its prompt. It can be removed before submitting. */
export interface ContextChip {
  /** Field name in the context. */
  name: string
  /** Text of the chip. */
  text: string
  value: unknown
}

/** A prompt being prepared. */
export interface AskDraft {
  prompt?: string
  chips?: readonly ContextChip[]
}

/** The draft in the dialog; undefined if it is closed. */
export const askStore = createStore<AskDraft | undefined>(undefined)

/** Opens the dialog that starts a session, from any screen. */
export function openAsk(draft: AskDraft = {}): void {
  askStore.set(draft)
}
