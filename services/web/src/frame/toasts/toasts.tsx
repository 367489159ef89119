import { useEffect, useState } from 'react'
import { createStore, useStore } from '../../state/store.js'
import { modifier } from '../../parts/controls/modifier.js'
import { Icon } from '../../parts/icon/icon.js'
import { announce } from '../../parts/live/live-region.js'
import styles from './toasts.module.css'

interface Toast {
  id: number
  text: string
  /** Undoes the action. */
  undo?: () => unknown
}

const shownMs = 6_000
const toasts = createStore<readonly Toast[]>([])
let lastId = 0

/** Confirms an action and offers to undo it. Errors are not toasts: they appear where they happened. */
export function showToast(text: string, undo?: () => unknown): void {
  lastId += 1
  toasts.set([...toasts.get().slice(-2), { id: lastId, text, ...(undo && { undo }) }])
  announce(undo ? `${text}. Press Control Z to undo.` : text)
}

/**
 * Undoes the newest action that can be undone.
 * @returns whether there was one.
 */
export function undoNewest(): boolean {
  const newest = toasts.get().findLast(({ undo }) => undo !== undefined)
  if (!newest) return false
  runUndo(newest)
  return true
}

function runUndo({ id, undo }: Toast): void {
  dismiss(id)
  undo?.()
}

function dismiss(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id))
}

/** Recent actions, bottom left. */
export function Toasts() {
  const shown = useStore(toasts)
  return (
    <section className={styles['stack']} aria-label="Notifications">
      {shown.map((toast) => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

function ToastLine({ toast }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(dismiss, shownMs, toast.id)
    return () => {
      clearTimeout(timer)
    }
  }, [isHeld, toast.id])
  const hold = {
    onPointerEnter: () => {
      setHeld(true)
    },
    onPointerLeave: () => {
      setHeld(false)
    },
  }
  return (
    <div className={styles['toast']} {...hold} onFocus={hold.onPointerEnter} onBlur={hold.onPointerLeave}>
      <Icon name="check" isSmall />
      <span>{toast.text}</span>
      {toast.undo && (
        <>
          <button
            type="button"
            className="link"
            onClick={() => {
              runUndo(toast)
            }}
          >
            Undo
          </button>
          <kbd className="hide-s">{modifier}Z</kbd>
        </>
      )}
    </div>
  )
}
