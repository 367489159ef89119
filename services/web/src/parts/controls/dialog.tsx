import { useEffect, useId, useRef, type ReactNode } from 'react'
import { IconButton } from './button.js'
import styles from './dialog.module.css'

interface DialogProps {
  title: string
  isOpen: boolean
  onClose(): void
  children: ReactNode
  /** Buttons at the bottom. */
  footer?: ReactNode
  /** A drawer opens from the right edge; on phones, both are bottom sheets. */
  kind?: 'dialog' | 'drawer'
}

/**
 * A dialog over the page. Uses the browser's own, which traps and restores the focus, closes on Escape and makes the
 * page inert.
 */
export function Dialog({ title, isOpen, onClose, children, footer, kind = 'dialog' }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const dialog = ref.current
    if (isOpen && dialog?.open === false) {
      dialog.showModal()
      // Focuses the first field; without one, the browser's choice applies.
      dialog.querySelector<HTMLElement>('input:not([type=checkbox]), textarea')?.focus()
    }
    if (!isOpen && dialog?.open === true) dialog.close()
  }, [isOpen])
  return (
    <dialog
      ref={ref}
      className={kind === 'drawer' ? `${styles['dialog'] ?? ''} ${styles['drawer'] ?? ''}` : styles['dialog']}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => {
        // A click on the backdrop targets the dialog itself, a click inside it does not.
        if (event.target === ref.current) onClose()
      }}
    >
      {isOpen && (
        <>
          <div className={styles['head']}>
            <h2 id={titleId}>{title}</h2>
            <IconButton icon="close" label="Close" kind="quiet" isSmall onClick={onClose} />
          </div>
          <div className={styles['body']}>{children}</div>
          {footer !== undefined && <div className={styles['foot']}>{footer}</div>}
        </>
      )}
    </dialog>
  )
}
