import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { Icon, type IconName } from '../icon/icon.js'
import { buttonClass } from './button.js'
import type { MenuItem } from './menu-item.js'

const loadPopup = () => import('./menu-popup.js')
const MenuPopup = lazy(async () => ({ default: (await loadPopup()).MenuPopup }))

interface MenuProps {
  /** Name of the menu, and of its button if that has no text. */
  label: string
  items: readonly MenuItem[]
  /** Content of the button; an arrow follows unless it is only an icon. */
  children?: ReactNode
  icon?: IconName
  isSmall?: boolean
  kind?: 'main' | 'quiet'
  isDisabled?: boolean
  /** Replaces the button's style. */
  className?: string
  /** Content above the items, such as fields. */
  header?: ReactNode
}

/** A button with a menu of actions or choices. The list's code is loaded on first interaction. */
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
