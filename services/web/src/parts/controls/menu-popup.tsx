import { CSPProvider } from '@base-ui/react/csp-provider'
import { Menu } from '@base-ui/react/menu'
import type { ReactNode, RefObject } from 'react'
import { Icon } from '../icon/icon.js'
import type { MenuItem } from './menu-item.js'
import styles from './menu.module.css'

interface MenuPopupProps {
  label: string
  items: readonly MenuItem[]
  header: ReactNode
  trigger: RefObject<HTMLButtonElement | null>
  close(): void
}

/** A menu's open list: Base UI provides arrow keys, typeahead, Escape and focus restoration. */
export function MenuPopup({ label, items, header, trigger, close }: MenuPopupProps) {
  return (
    <CSPProvider disableStyleElements>
      <Menu.Root
        open
        modal={false}
        onOpenChange={(isOpen) => {
          if (!isOpen) close()
        }}
      >
        {/* At the end of the page, outside of all others: a region of its own, so that nothing is in none. */}
        <Menu.Portal role="region" aria-label={`${label}: open menu`}>
          <Menu.Positioner
            anchor={trigger}
            sideOffset={4}
            align="start"
            collisionPadding={8}
            className={styles['positioner']}
          >
            <Menu.Popup className={styles['popup']} aria-label={label} finalFocus={trigger}>
              {header}
              {items.map((item) => (
                <Row key={item.id} {...item} />
              ))}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </CSPProvider>
  )
}

function Row({ text, icon, note, isChosen, refusal, startsGroup, onSelect }: MenuItem) {
  const content = (
    <>
      {isChosen !== undefined && <span className={styles['mark']}>{isChosen && <Icon name="check" isSmall />}</span>}
      {icon && <Icon name={icon} isSmall />}
      <span className="clip">{text}</span>
      {note !== undefined && <span className={styles['note']}>{note}</span>}
    </>
  )
  return (
    <>
      {startsGroup === true && <Menu.Separator className={styles['line']} />}
      <Menu.Item
        className={styles['item']}
        disabled={refusal !== undefined}
        title={refusal}
        onClick={onSelect}
        aria-current={isChosen === true ? true : undefined}
      >
        {content}
      </Menu.Item>
    </>
  )
}
