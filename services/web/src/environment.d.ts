/** Method and path of every route by name; the build puts it in (see `build/route-table.ts`). */
declare const __ROUTES__: Readonly<Record<string, readonly [method: string, path: string]>>

/** The fewest characters of a password, which the build takes from the limits of the contracts. */
declare const __PASSWORD_LENGTH_MIN__: number
