import { Type } from 'typebox'

/** A response that redirects to another page instead of returning JSON. */
export class Redirect {
  /** An absolute URL, or a path of this installation. */
  readonly location: string

  constructor(location: string) {
    this.location = location
  }
}

/** Response of a route whose handler returns `Redirect`; its status is 303. */
export const RedirectResponse = Type.Unsafe<Redirect>({ description: 'Empty; see the `Location` header' })
