import type { ComponentProps, ReactNode } from 'react'
import type { Permission } from '../../api/roles.js'
import { Icon, type IconName } from '../icon/icon.js'

interface ButtonLook {
  /** `main` is the page's only filled button; `quiet` has no border. */
  kind?: 'main' | 'quiet'
  isSmall?: boolean
  icon?: IconName
}

interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'type'> {
  type?: 'button' | 'submit'
  /** The permission it needs: without it, the button is disabled and explains why. */
  permission?: Permission
}

/** Classes for elements that look like a button, such as a link to the next step. */
export function buttonClass({ kind, isSmall, isIcon }: Omit<ButtonLook, 'icon'> & { isIcon?: boolean } = {}): string {
  return ['btn', kind, isSmall && 's', isIcon && 'icon'].filter(Boolean).join(' ')
}

/** A verb. A disabled button stays visible and explains why on hover and focus. */
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
  /** Its action: read by screen readers, shown on hover. */
  label: string
}

/** An icon-only button. */
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

/** Related buttons without space between them. */
export function ButtonGroup({ children }: { children: ReactNode }) {
  return <span className="group">{children}</span>
}
