import { useEffect, useId, useRef, type ReactNode } from 'react'
import { IconButton } from './button.js'
import styles from './dialog.module.css'

interface DialogProps {
  title: string
  isOpen: boolean
  onClose(): void
  children: ReactNode
  /** Buttons below. */
  footer?: ReactNode
  /** A drawer comes from the right edge; both are sheets from below on telephones. */
  kind?: 'dialog' | 'drawer'
}

/**
 * A question or an object over the page. The browser's own dialog keeps the focus inside, closes on Escape, makes what
 * is below inert and gives the focus back.
 */
export function Dialog({ title, isOpen, onClose, children, footer, kind = 'dialog' }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const dialog = ref.current
    if (isOpen && dialog?.open === false) {
      dialog.showModal()
      // What is asked for is written at once; else the focus is where the browser puts it, on the way out.
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
        // The backdrop belongs to the dialog itself, what it holds does not.
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
