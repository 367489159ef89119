/** Fields of which some may be undefined, without those. */
type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** What was given of the options of a command: the rest is left to the server's defaults. */
export function given<Fields extends object>(fields: Fields): Given<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>
}
