import type { ApiCaller } from '../directory.js'

/** Checks a cached caller, who may have expired since. @param now Unix milliseconds. */
export function unlessExpired<Caller extends ApiCaller>(caller: Caller | undefined, now: number): Caller | undefined {
  return caller?.expiresAt !== undefined && now >= caller.expiresAt ? undefined : caller
}
