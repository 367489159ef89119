/** Differences between two versions of settings, one line per setting: `spikes.events_per_minute: 20000 → 5000`. */
export function describeDifference(before: object, after: object, path = ''): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .filter((name) => path !== '' || !['version', 'updated_at'].includes(name))
    .flatMap((name) => {
      const was: unknown = Reflect.get(before, name)
      const is: unknown = Reflect.get(after, name)
      if (isGroup(was) && isGroup(is)) return describeDifference(was, is, `${path}${name}.`)
      const [from, to] = [JSON.stringify(was ?? null), JSON.stringify(is ?? null)]
      return from === to ? [] : [`${path}${name}: ${from} → ${to}`]
    })
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
