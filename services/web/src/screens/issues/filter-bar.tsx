import { useId, useRef } from 'react'
import { Icon } from '../../parts/icon/icon.js'
import type { KnownValues } from './suggestions.js'
import { readTerms, withoutTerm } from './terms.js'
import { useTyping, type Typing } from './use-typing.js'
import styles from './filter-bar.module.css'

interface FilterBarProps {
  query: string
  known: KnownValues
  /** The server's message about the search. */
  fault: string | undefined
  onChange(query: string): void
  /** Called when someone starts to search. */
  onFocus(): void
}

/** A text search whose completed terms look like tokens. Backspace turns the last one back into text. */
export function FilterBar({ query, known, fault, onChange, onFocus }: FilterBarProps) {
  const typing = useTyping({ query, known, onChange })
  const { typed, suggestions, chosen } = typing
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const terms = readTerms(query)
  return (
    <div className={`grow ${styles['bar'] ?? ''}`}>
      <div className={`filter ${styles['field'] ?? ''}`} role="search" onClick={() => input.current?.focus()}>
        <Icon name="search" isSmall />
        {terms.map((term, index) => (
          <button
            key={`${index} ${term.text}`}
            type="button"
            className={term.isNegated ? 'term not' : 'term'}
            title="Remove this filter"
            aria-label={`Remove ${term.text}`}
            onClick={() => onChange(withoutTerm(query, index))}
          >
            <b>{term.head}</b>
            {term.text.slice(term.head.length)}
          </button>
        ))}
        <input
          ref={input}
          id="filter"
          value={typed}
          role="combobox"
          aria-label="Search issues"
          aria-expanded={suggestions.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen < 0 ? undefined : `${id}-list-${chosen}`}
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : `${id}-fault`}
          placeholder={terms.length < 3 ? 'Filter by property or search messages' : ''}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => typing.type(event.target.value)}
          onFocus={() => {
            typing.open()
            onFocus()
          }}
          onBlur={typing.close}
          onKeyDown={typing.onKeyDown}
        />
      </div>
      <Suggestions id={`${id}-list`} typing={typing} />
      {fault !== undefined && (
        <p id={`${id}-fault`} className={`small c-bad ${styles['fault'] ?? ''}`} role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}

function Suggestions({ id, typing: { suggestions, chosen, take } }: { id: string; typing: Typing }) {
  return (
    <ul id={id} role="listbox" aria-label="Suggestions" className={styles['list']} hidden={suggestions.length === 0}>
      {suggestions.map(({ text, note }, index) => (
        <li
          key={text}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          className={styles['option']}
          onPointerDown={(event) => {
            event.preventDefault()
            take(text)
          }}
        >
          <span className="mono">{text}</span>
          <span className="t3 small">{note}</span>
        </li>
      ))}
    </ul>
  )
}
