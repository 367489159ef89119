import { limits } from '@signalbox/contracts'
import type { KnownLabels, RememberedSeries } from '@signalbox/otlp'

const { bytesMax: defaultBytesMax, unusedMs } = limits.seriesMemory

/** Estimated bytes of a series besides its labels, and of an owner without series. */
const fixedBytes = 1_000
/** A byte of the labels is in memory as key, decoded, and encoded for the store. */
const bytesPerUnit = 5
/** Estimated bytes of a part of the labels besides its text. */
const bytesPerPart = 40

const bytesOf = (key: string, { parts }: { parts: number }) =>
  fixedBytes + bytesPerUnit * key.length + bytesPerPart * parts

/**
 * Caches what was derived from series' labels. Bounded by the estimated bytes of all owners together. When they are used
 * up, an owner with less than an equal share takes the place of the largest, and any other gets room only for what it
 * has stopped sending: an owner with more series than fit keeps some of them, instead of replacing all of them with
 * every scrape.
 */
export class SeriesMemory<Known> {
  readonly #bytesMax: number
  readonly #owners = new Map<string, Owner<Known>>()
  #bytes = 0

  constructor(bytesMax: number = defaultBytesMax) {
    this.#bytesMax = bytesMax
  }

  /** Estimated bytes of everything remembered. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * Returns the series of an owner; valid until the next call.
   * @param version Series derived with another version are forgotten.
   * @param now Receive time of the request, Unix milliseconds.
   * @returns undefined if there is no room for another owner.
   */
  of(name: string, version: unknown, now: number): RememberedSeries<Known> | undefined {
    const found = this.#owners.get(name)
    if (found !== undefined && found.version === version) {
      found.use(now)
      return found
    }
    this.#remove(name)
    const owner: Owner<Known> = new Owner(version, now, (bytes) => this.#reserve(owner, bytes))
    if (!this.#reserve(owner, owner.bytes)) return undefined
    this.#owners.set(name, owner)
    return owner
  }

  #reserve(owner: Owner<Known>, bytes: number): boolean {
    if (this.#bytes + bytes > this.#bytesMax) this.#makeRoom(owner, bytes)
    if (this.#bytes + bytes > this.#bytesMax) return false
    this.#bytes += bytes
    return true
  }

  /** Once per request at most, because it looks at all owners. */
  #makeRoom(owner: Owner<Known>, bytes: number): void {
    if (owner.hasAskedForRoom) return
    owner.hasAskedForRoom = true
    for (const [name, other] of this.#owners) if (other.isUnused(owner.usedAt)) this.#remove(name)
    const shareBytes = this.#bytesMax / Math.max(1, this.#owners.size)
    if (owner.bytes + bytes > shareBytes) this.#bytes -= owner.forgetUnused()
    else this.#removeLargest(owner)
  }

  #removeLargest(besides: Owner<Known>): void {
    let largest: { name: string; bytes: number } | undefined
    for (const [name, owner] of this.#owners) {
      if (owner !== besides && owner.bytes > (largest?.bytes ?? 0)) largest = { name, bytes: owner.bytes }
    }
    if (largest !== undefined) this.#remove(largest.name)
  }

  #remove(name: string): void {
    this.#bytes -= this.#owners.get(name)?.bytes ?? 0
    this.#owners.delete(name)
  }
}

type Series<Known> = Map<string, KnownLabels<Known>>

/** The series of one owner, in two generations: those used since the older ones were last forgotten, and the others. */
class Owner<Known> implements RememberedSeries<Known> {
  readonly version: unknown
  /** Unix milliseconds. */
  usedAt: number
  hasAskedForRoom = false
  readonly #reserve: (bytes: number) => boolean
  #newer: Series<Known> = new Map()
  #older: Series<Known> = new Map()
  #newerBytes = fixedBytes
  #olderBytes = 0
  #forgottenAt: number

  constructor(version: unknown, now: number, reserve: (bytes: number) => boolean) {
    this.version = version
    this.usedAt = now
    this.#forgottenAt = now
    this.#reserve = reserve
  }

  get bytes(): number {
    return this.#newerBytes + this.#olderBytes
  }

  use(now: number): void {
    this.usedAt = now
    this.hasAskedForRoom = false
  }

  isUnused(now: number): boolean {
    return Math.abs(now - this.usedAt) > unusedMs
  }

  find(key: string): KnownLabels<Known> | undefined {
    const newer = this.#newer.get(key)
    if (newer !== undefined) return newer
    const older = this.#older.get(key)
    if (older === undefined) return undefined
    this.#older.delete(key)
    this.#newer.set(key, older)
    this.#olderBytes -= bytesOf(key, older)
    this.#newerBytes += bytesOf(key, older)
    return older
  }

  add(key: string, series: KnownLabels<Known>): void {
    const bytes = bytesOf(key, series)
    if (!this.#reserve(bytes)) return
    this.#newer.set(key, series)
    this.#newerBytes += bytes
  }

  /** @returns The bytes that it frees. */
  forgetUnused(): number {
    if (Math.abs(this.usedAt - this.#forgottenAt) < unusedMs) return 0
    const freed = this.#olderBytes
    this.#older = this.#newer
    this.#olderBytes = this.#newerBytes
    this.#newer = new Map()
    this.#newerBytes = 0
    this.#forgottenAt = this.usedAt
    return freed
  }
}
