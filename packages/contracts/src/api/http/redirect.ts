import { Type } from 'typebox'

/** The address of another page as the answer of a route, instead of JSON. */
export class Redirect {
  /** Absolute, or a path of this installation. */
  readonly location: string

  constructor(location: string) {
    this.location = location
  }
}

/** Response of a route whose handler answers `Redirect`; its status is 303. */
export const RedirectAnswer = Type.Unsafe<Redirect>({ description: 'Empty; see the `Location` header' })
