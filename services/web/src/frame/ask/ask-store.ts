import { createStore } from '../../state/store.js'

/** Something that a session is told besides its question. It can be taken away before it is asked. */
export interface ContextChip {
  /** Name of the field in the context. */
  name: string
  /** What the chip says. */
  text: string
  value: unknown
}

/** A question as it is prepared. */
export interface AskDraft {
  prompt?: string
  chips?: readonly ContextChip[]
}

/** The question that is being asked; undefined while nobody asks. */
export const askStore = createStore<AskDraft | undefined>(undefined)

/** Opens the dialog that starts a session, from any screen. */
export function openAsk(draft: AskDraft = {}): void {
  askStore.set(draft)
}
