import type { IconName } from '../icon/icon.js'

/** A menu item. */
export interface MenuItem {
  id: string
  text: string
  icon?: IconName
  /** Smaller text after the label. */
  note?: string
  /** Marks the current choice; undefined for actions. */
  isChosen?: boolean
  /** Why it is disabled. */
  refusal?: string | undefined
  /** Draws a separator above it. */
  startsGroup?: boolean
  onSelect(): void
}
