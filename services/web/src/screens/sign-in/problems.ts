/** What the server tells this page in its parameter `problem`, in words. */
export const signInProblems: Readonly<Record<string, string>> = {
  'sign-in-expired': 'Signing in took too long. Please begin again.',
  'provider-unavailable': 'The identity provider cannot be reached at the moment.',
  'provider-refused': 'The identity provider did not let you in.',
  'not-a-member': 'You are not a member here. Ask somebody who is for an invitation.',
}
