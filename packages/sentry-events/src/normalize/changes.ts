import { cleanText } from '../protocol/index.js'
import type { ChangeReason, EventChange } from '../normal-event.js'

const changesMax = 100
const pathLengthMax = 300

/** Collects what is changed of an event; bounded, so that a hostile event cannot make the record larger than itself. */
export class Changes {
  readonly #list: EventChange[]
  #added = 0

  /** @param earlier changes of the steps before, which stay first. */
  constructor(earlier: readonly EventChange[] = []) {
    this.#list = [...earlier]
  }

  /** In the order they were noted. */
  get list(): EventChange[] {
    return [...this.#list]
  }

  /** How many were added, those beyond the bound included. */
  get added(): number {
    return this.#added
  }

  /** Adds one; beyond the bound a single `more` stands for all others. */
  add({ path, ...change }: EventChange): void {
    this.#added += 1
    const { length } = this.#list
    if (length > changesMax) return
    this.#list.push(
      length === changesMax ? { path: '', reason: 'more' } : { path: cleanText(path, pathLengthMax), ...change },
    )
  }

  /** The event as a whole. */
  get top(): Place {
    return new Place(this, '', undefined)
  }

  /** A field at the top of the event. */
  at(name: string): Place {
    return this.top.at(name)
  }
}

/** Where a value stands in an event; the path is put together only when something is noted. */
export class Place {
  readonly #changes: Changes
  readonly #name: string
  readonly #within: Place | undefined

  constructor(changes: Changes, name: string, within: Place | undefined) {
    this.#changes = changes
    this.#name = name
    this.#within = within
  }

  /** A field or an element of what stands here. */
  at(name: string | number): Place {
    return new Place(this.#changes, String(name), this)
  }

  /** Names from the top of the event with dots between; empty for the event as a whole. */
  get path(): string {
    const outer = this.#within?.path ?? ''
    return outer === '' ? this.#name : `${outer}.${this.#name}`
  }

  /** How many changes were noted so far, wherever in the event. */
  get noted(): number {
    return this.#changes.added
  }

  /** Notes that what stands here is not as it was sent. */
  note(reason: ChangeReason, rule?: string): void {
    this.#changes.add({ path: this.path, reason, ...(rule === undefined ? {} : { rule }) })
  }
}
