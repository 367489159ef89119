import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { Icon, type IconName } from '../icon/icon.js'
import { buttonClass } from './button.js'
import type { Permission } from '../../api/roles.js'
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
  /** The permission it needs: without it, the button is disabled and explains why. */
  permission?: Permission
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
  permission,
  className,
  header,
}: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const isIcon = children === undefined
  const isRefused = permission?.isAllowed === false
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={className ?? buttonClass({ isSmall, isIcon, ...(kind && { kind }) })}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        {...(isIcon && { 'aria-label': label, title: label })}
        {...(isRefused && { 'aria-disabled': true, title: permission.reason })}
        onPointerEnter={() => void loadPopup()}
        onFocus={() => void loadPopup()}
        onClick={() => {
          if (!isRefused) setOpen(!isOpen)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isRefused) return
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
