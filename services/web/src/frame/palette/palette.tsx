import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../../parts/icon/icon.js'
import { useActionGroups } from '../actions/actions.js'
import { Keys } from '../actions/help-overlay.js'
import { useFoundEntries } from './found-entries.js'
import { searchEntries, type EntryGroup } from './search-entries.js'
import styles from './palette.module.css'

/** The command palette: screens, projects, ranges, issues and ids by text, and the page's actions. */
export function Palette({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen && dialog.current?.open === false) dialog.current.showModal()
    if (!isOpen && dialog.current?.open === true) dialog.current.close()
  }, [isOpen])
  return (
    <dialog
      ref={dialog}
      className={styles['palette']}
      aria-label="Search or jump to"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      {isOpen && <PaletteContent onClose={onClose} />}
    </dialog>
  )
}

function PaletteContent({ onClose }: { onClose(): void }) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const listId = useId()
  const navigate = useNavigate()
  const known = useActionGroups()
  const found = useFoundEntries(useDeferredValue(text), (to) => void navigate({ to }))
  const groups = [...found.direct, ...searchEntries(known, text), ...found.issues]
  const entries = groups.flatMap((group) => group.entries)
  const current = Math.min(chosen, entries.length - 1)
  const run = (index: number) => {
    onClose()
    entries[index]?.run()
  }
  return (
    <>
      <div className={styles['field']}>
        <Icon name="search" />
        <input
          autoFocus
          value={text}
          placeholder="Search or jump to"
          role="combobox"
          aria-label="Search or jump to"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={entries.length === 0 ? undefined : `${listId}-${current}`}
          onChange={(event) => {
            setText(event.target.value)
            setChosen(0)
          }}
          onKeyDown={(event) => {
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
            if (step !== undefined && entries.length > 0) {
              event.preventDefault()
              setChosen((current + step + entries.length) % entries.length)
            }
            if (event.key === 'Enter') run(current)
          }}
        />
        <kbd>Esc</kbd>
      </div>
      <div id={listId} role="listbox" aria-label="Results" className={styles['list']}>
        {entries.length === 0 && <p className={styles['none']}>No results.</p>}
        <Groups {...{ groups, current, listId, run }} />
      </div>
    </>
  )
}

interface GroupsProps {
  groups: readonly EntryGroup[]
  current: number
  listId: string
  run(index: number): void
}

function Groups({ groups, current, listId, run }: GroupsProps) {
  let index = -1
  return groups.map(({ heading, entries }) => (
    <div key={heading} role="group" aria-label={heading}>
      <div className={styles['heading']} aria-hidden="true">
        {heading}
      </div>
      {entries.map((entry) => {
        index += 1
        const own = index
        return (
          <div
            key={entry.id}
            id={`${listId}-${own}`}
            role="option"
            aria-selected={own === current}
            className={own === current ? `${styles['entry'] ?? ''} ${styles['on'] ?? ''}` : styles['entry']}
            ref={own === current ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
            onClick={() => {
              run(own)
            }}
          >
            {entry.icon ? <Icon name={entry.icon} /> : <span className={styles['noIcon']} />}
            <span className="clip">{entry.text}</span>
            {entry.note !== undefined && <span className="t3 small">{entry.note}</span>}
            {entry.keys !== undefined && (
              <span className={styles['keys']}>
                <Keys keys={entry.keys} />
              </span>
            )}
          </div>
        )
      })}
    </div>
  ))
}
