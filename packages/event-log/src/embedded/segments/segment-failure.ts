/** A segment's content is not what was written. */
export class DamagedSegment extends Error {
  override readonly name = 'DamagedSegment'
  readonly file: string

  constructor(file: string, position: number) {
    super(`what begins at byte ${position} is not what was written`)
    this.file = file
  }
}

/** The disk took only a part of a write. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull'

  constructor(file: string) {
    super(`${file}: no space left on the device`)
  }
}
