import type { IconName } from '../icon/icon.js'

/** One thing of a menu. */
export interface MenuItem {
  id: string
  text: string
  icon?: IconName
  /** Smaller, behind the text. */
  note?: string
  /** A mark says that it is what holds now; undefined for things to do. */
  isChosen?: boolean
  /** Why it cannot be chosen now. */
  refusal?: string | undefined
  /** A line above it parts it from the things before. */
  startsGroup?: boolean
  onSelect(): void
}
