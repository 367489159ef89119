/**
 * Returns the URL if it is one to open in a browser, and null for anything else: senders may announce any text, and
 * `javascript:` must never become a link.
 */
export function toLink(url: string | null): string | null {
  return url !== null && /^https?:\/\//i.test(url) ? url : null
}
