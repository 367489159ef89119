/**
 * Returns what an address counts as when a limit applies per address: an IPv4 address as it is, an IPv6 address as its /64 network. A
 * single host usually has a whole /64 and could take a new address for every request.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [plain = ''] = address.split('%', 1)
  const [head = '', tail] = plain.split('::')
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')]
  const left = tail === undefined ? 0 : Math.max(0, groupsMax - before.length - after.length)
  const groups = [...before, ...Array.from({ length: left }, () => 0), ...after]
  return `${groups
    .slice(0, groupsMax / 2)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

const groupsMax = 8

/** An IPv4 address at the end stands for two groups. */
function groupsOf(text: string): number[] {
  return text === ''
    ? []
    : text.split(':').flatMap((group) => (group.includes('.') ? [0, 0] : Number.parseInt(group, 16)))
}
