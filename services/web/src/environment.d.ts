/** Method and path of every route by name; the build puts it in (see `build/route-table.ts`). */
declare const __ROUTES__: Readonly<Record<string, readonly [method: string, path: string]>>
