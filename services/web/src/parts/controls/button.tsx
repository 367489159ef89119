import type { ComponentProps, ReactNode } from 'react'
import type { Permission } from '../../api/roles.js'
import { Icon, type IconName } from '../icon/icon.js'

interface ButtonLook {
  /** `main` is the one filled button of a page; `quiet` has no edge. */
  kind?: 'main' | 'quiet'
  isSmall?: boolean
  icon?: IconName
}

interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'type'> {
  type?: 'button' | 'submit'
  /** Whether the person may do this: if not, the button stays, and says why. */
  permission?: Permission
}

/** Classes of something that looks like a button, such as a link that is the way on. */
export function buttonClass({ kind, isSmall, isIcon }: Omit<ButtonLook, 'icon'> & { isIcon?: boolean } = {}): string {
  return ['btn', kind, isSmall && 's', isIcon && 'icon'].filter(Boolean).join(' ')
}

/** A verb. A button that may not be used is there all the same, and says on hover and focus why. */
export function Button({ kind, isSmall, icon, permission, className, children, ...rest }: ButtonProps) {
  const isRefused = permission !== undefined && !permission.isAllowed
  const look = buttonClass({ ...(kind && { kind }), ...(isSmall && { isSmall }) })
  return (
    <button
      type="button"
      {...rest}
      {...(isRefused && { 'aria-disabled': true, title: permission.reason, onClick: undefined })}
      className={className === undefined ? look : `${look} ${className}`}
    >
      {icon && <Icon name={icon} isSmall />}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'className'> {
  icon: IconName
  /** What it does: read by screen readers, shown on hover. */
  label: string
}

/** A button that is an icon alone. */
export function IconButton({ icon, label, kind, isSmall, permission, ...rest }: IconButtonProps) {
  const isRefused = permission !== undefined && !permission.isAllowed
  return (
    <button
      type="button"
      {...rest}
      {...(isRefused && { 'aria-disabled': true, onClick: undefined })}
      aria-label={label}
      title={isRefused ? permission.reason : label}
      className={buttonClass({ ...(kind && { kind }), ...(isSmall && { isSmall }), isIcon: true })}
    >
      <Icon name={icon} isSmall />
    </button>
  )
}

/** Buttons that belong together, without space between them. */
export function ButtonGroup({ children }: { children: ReactNode }) {
  return <span className="group">{children}</span>
}
