import { useState, type KeyboardEvent } from 'react'
import { suggestTerms, type KnownValues, type Suggestion } from './suggestions.js'
import { joinTerms, readTerms } from './terms.js'

interface TypingOptions {
  query: string
  known: KnownValues
  onChange(query: string): void
}

/** The term that is being typed, with what may be meant by it. */
export interface Typing {
  typed: string
  suggestions: readonly Suggestion[]
  /** Place of the suggestion that Enter takes; -1 for none. */
  chosen: number
  type(text: string): void
  /** Makes a term of a text; one that ends in a colon goes on being typed. */
  take(text: string): void
  onKeyDown(event: KeyboardEvent<HTMLInputElement>): void
  open(): void
  close(): void
}

/** What keys do in the search: finish a term, take the last one apart, choose a suggestion. */
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

/** Whether a space ends the term: not inside quotes or brackets, and not where a value is missing. */
function isFinished(typed: string): boolean {
  if (typed.trim() === '' || typed.endsWith(':')) return false
  const hasOpenQuote = typed.replaceAll('\\"', '').split('"').length % 2 === 0
  return !hasOpenQuote && !(typed.includes('[') && !typed.includes(']'))
}
