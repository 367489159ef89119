/**
 * A text together with its JSON. Both are put together of pieces: those that come again with every event, as stacks do, are
 * escaped once.
 */
export class WrittenText {
  readonly text: string
  /** What stands between the quotes. */
  readonly inJson: string

  constructor(text: string, inJson = JSON.stringify(text).slice(1, -1)) {
    this.text = text
    this.inJson = inJson
  }

  /** Followed by others. */
  plus(...others: readonly WrittenText[]): WrittenText {
    let { text, inJson } = this
    for (const other of others) {
      text += other.text
      inJson += other.inJson
    }
    return new WrittenText(text, inJson)
  }
}
