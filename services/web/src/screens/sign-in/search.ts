/** Parameters set by an identity provider's redirect, and where the person wanted to go. */
export interface SignInSearch {
  return_to?: string
  problem?: string
}
