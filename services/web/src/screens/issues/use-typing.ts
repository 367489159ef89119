import { useState, type KeyboardEvent } from 'react'
import { suggestTerms, type KnownValues, type Suggestion } from './suggestions.js'
import { joinTerms, readTerms } from './terms.js'

interface TypingOptions {
  query: string
  known: KnownValues
  onChange(query: string): void
}

/** The term being typed, with its completions. */
export interface Typing {
  typed: string
  suggestions: readonly Suggestion[]
  /** Position of the completion that Enter accepts; -1 for none. */
  chosen: number
  type(text: string): void
  /** Turns a text into a term; one that ends in a colon continues to be typed. */
  take(text: string): void
  onKeyDown(event: KeyboardEvent<HTMLInputElement>): void
  open(): void
  close(): void
}

/** Keyboard handling of the search: completes a term, reopens the last one, selects a completion. */
export function useTyping({ query, known, onChange }: TypingOptions): Typing {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(-1)
  const [isOpen, setOpen] = useState(false)
  const suggestions = isOpen ? suggestTerms(typed, known) : []
  const take = (text: string) => {
    setChosen(-1)
    setTyped(text.endsWith(':') ? text : '')
    if (!text.endsWith(':') && text.trim() !== '') onChange([query, text.trim()].filter(Boolean).join(' '))
  }
  const takeApart = () => {
    const terms = readTerms(query)
    setTyped(terms.at(-1)?.text ?? '')
    onChange(joinTerms(terms.slice(0, -1)))
  }
  const close = () => {
    setOpen(false)
    setChosen(-1)
  }
  const move = (step: number) => setChosen((chosen + step + suggestions.length) % suggestions.length)
  const keys: Readonly<Record<string, { isMeant: boolean; run(): void }>> = {
    ArrowDown: { isMeant: suggestions.length > 0, run: () => move(1) },
    ArrowUp: { isMeant: suggestions.length > 0, run: () => move(-1) },
    Enter: { isMeant: true, run: () => take(suggestions[chosen]?.text ?? typed) },
    Tab: { isMeant: chosen >= 0, run: () => take(suggestions[chosen]?.text ?? typed) },
    ' ': { isMeant: isFinished(typed), run: () => take(typed) },
    Backspace: { isMeant: typed === '' && query !== '', run: takeApart },
    Escape: { isMeant: isOpen, run: close },
  }
  return {
    typed,
    suggestions,
    chosen,
    take,
    type: (text) => {
      setTyped(text)
      setOpen(true)
      setChosen(-1)
    },
    onKeyDown: (event) => {
      const key = keys[event.key]
      if (key?.isMeant !== true) return
      event.preventDefault()
      key.run()
    },
    open: () => setOpen(true),
    close: () => {
      close()
      if (isFinished(typed)) take(typed)
    },
  }
}

/** True if a space completes the term: not inside quotes or brackets, and not without a value. */
function isFinished(typed: string): boolean {
  if (typed.trim() === '' || typed.endsWith(':')) return false
  const hasOpenQuote = typed.replaceAll('\\"', '').split('"').length % 2 === 0
  return !hasOpenQuote && !(typed.includes('[') && !typed.includes(']'))
}
