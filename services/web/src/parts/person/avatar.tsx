/** Initials of a name or address; a dashed ring for nobody. */
export function Avatar({ name }: { name: string | undefined }) {
  if (name === undefined) {
    return (
      <span className="avatar none" aria-hidden="true">
        –
      </span>
    )
  }
  return (
    <span className="avatar" aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}

/** `MK` for Mara Klein, `AD` for ada@example.com. */
function initialsOf(name: string): string {
  const words = name.split(/[\s@._-]+/).filter((word) => word !== '')
  const [first = '', second] = words
  const letters =
    second === undefined || name.includes('@') ? first.slice(0, 2) : first.slice(0, 1) + second.slice(0, 1)
  return letters.toUpperCase()
}
