/** What an identity provider sends people back with, and where they wanted to go. */
export interface SignInSearch {
  return_to?: string
  problem?: string
}
