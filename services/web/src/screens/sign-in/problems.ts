/** Messages for the `problem` parameter set by the server. */
export const signInProblems: Readonly<Record<string, string>> = {
  'sign-in-expired': 'Sign-in timed out. Try again.',
  'provider-unavailable': 'Can’t reach the identity provider. Try again later.',
  'provider-refused': 'The identity provider denied access.',
  'not-a-member': 'You aren’t a member here. Ask a member to invite you.',
}
