/** Fields without those that are undefined. */
type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** Returns the options that were given: the server has defaults for the rest. */
export function given<Fields extends object>(fields: Fields): Given<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>
}
