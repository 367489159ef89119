import { cleanText } from '../protocol/index.js'
import type { ChangeReason, EventChange } from '../normal-event.js'

const changesMax = 100
const pathLengthMax = 300

/** Collects changes to an event; bounded, so a hostile event cannot make the record larger than itself. */
export class Changes {
  readonly #list: EventChange[]
  #added = 0

  /** @param earlier changes by previous steps, which come first. */
  constructor(earlier: readonly EventChange[] = []) {
    this.#list = [...earlier]
  }

  /** In the order they were recorded. */
  get list(): EventChange[] {
    return [...this.#list]
  }

  /** How many changes were added, including those beyond the bound. */
  get added(): number {
    return this.#added
  }

  /** Adds a change; beyond the bound, a single `more` stands for all others. */
  add({ path, ...change }: EventChange): void {
    this.#added += 1
    const { length } = this.#list
    if (length > changesMax) return
    this.#list.push(
      length === changesMax ? { path: '', reason: 'more' } : { path: cleanText(path, pathLengthMax), ...change },
    )
  }

  /** The entire event. */
  get top(): Place {
    return new Place(this, '', undefined)
  }

  /** A top-level field of the event. */
  at(name: string): Place {
    return this.top.at(name)
  }
}

/** A value's location in an event; its path is only built when a change is recorded. */
export class Place {
  readonly #changes: Changes
  readonly #name: string
  readonly #within: Place | undefined

  constructor(changes: Changes, name: string, within: Place | undefined) {
    this.#changes = changes
    this.#name = name
    this.#within = within
  }

  /** A field or element of the value here. */
  at(name: string | number): Place {
    return new Place(this.#changes, String(name), this)
  }

  /** Names from the top of the event, separated by dots; empty for the entire event. */
  get path(): string {
    const outer = this.#within?.path ?? ''
    return outer === '' ? this.#name : `${outer}.${this.#name}`
  }

  /** Number of changes recorded so far anywhere in the event. */
  get noted(): number {
    return this.#changes.added
  }

  /** Records that the value here differs from what was sent. */
  note(reason: ChangeReason, rule?: string): void {
    this.#changes.add({ path: this.path, reason, ...(rule === undefined ? {} : { rule }) })
  }
}
