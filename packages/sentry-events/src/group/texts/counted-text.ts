/** What the run time of Erlang names by numbers. */
const erlangId = /#(PID|Reference|Port|Function)<[^<>]{1,100}>/g
/** A number decides how what is counted is written: `1 validation error`, `2 validation errors`. */
const counted = /(?<![\w:#-])\d[\d,.]{0,20} (?:[a-z]{2,30} ){0,2}?[a-z]{2,30}[a-rt-z]s\b/g
const plural = /s$/

/** A text without what differs by number and by process; what is replaced later is left as it is. */
export function readCountedText(value: string): string {
  const named = value.includes('#') ? value.replace(erlangId, '#$1') : value
  return named.replace(counted, (text) => text.replace(plural, ''))
}
