import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { Icon, type IconName } from '../icon/icon.js'
import { buttonClass } from './button.js'
import type { MenuItem } from './menu-item.js'

const loadPopup = () => import('./menu-popup.js')
const MenuPopup = lazy(async () => ({ default: (await loadPopup()).MenuPopup }))

interface MenuProps {
  /** Name of the menu and, where it shows no words, of its button. */
  label: string
  items: readonly MenuItem[]
  /** What the button shows; an arrow is put behind it unless it is an icon alone. */
  children?: ReactNode
  icon?: IconName
  isSmall?: boolean
  kind?: 'main' | 'quiet'
  isDisabled?: boolean
  /** Instead of the look of a button. */
  className?: string
  /** Anything above the items that is not an item, such as fields. */
  header?: ReactNode
}

/** A button that opens a list of things to do or to choose from. The list is loaded when somebody reaches for it. */
export function Menu({
  label,
  items,
  children,
  icon,
  isSmall = false,
  kind,
  isDisabled,
  className,
  header,
}: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const isIcon = children === undefined
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={className ?? buttonClass({ isSmall, isIcon, ...(kind && { kind }) })}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        disabled={isDisabled}
        {...(isIcon ? { 'aria-label': label, title: label } : {})}
        onPointerEnter={() => void loadPopup()}
        onFocus={() => void loadPopup()}
        onClick={() => {
          setOpen(!isOpen)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {icon && <Icon name={icon} isSmall />}
        {children}
        {!isIcon && className === undefined && <Icon name="down" isSmall />}
      </button>
      {isOpen && (
        <Suspense>
          <MenuPopup {...{ label, items, header, trigger, close: setOpen.bind(undefined, false) }} />
        </Suspense>
      )}
    </>
  )
}
