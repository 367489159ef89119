/** How something outside failed to answer, in the wordings of runtimes and libraries. */
const outages: readonly (readonly [name: string, wording: RegExp])[] = [
  ['refused', /[Cc]onnection refused|\bECONNREFUSED\b|actively refused/],
  ['timeout', /[Tt]imed[- ]?out|\bETIMEDOUT\b|[Dd]eadline[ _]?exceeded/],
  ['reset', /[Cc]onnection (?:was )?reset|\bECONNRESET\b|reset by peer/],
]

/** How something outside failed to answer: a refused connection is another fault than a late answer. Empty if unknown. */
export function outageOf(text: string): string {
  return outages.find(([, wording]) => wording.test(text))?.[0] ?? ''
}
