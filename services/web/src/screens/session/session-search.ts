/** What the address of a session says besides project and time: the evidence that is open, such as `e9`. */
export interface SessionSearch {
  evidence?: string
}
