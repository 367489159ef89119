import type { BatchProcessor } from '@signalbox/consumer'
import type { IdentifiedTable, StoredSearch, TelemetryWriter, WriteRequest } from '@signalbox/telemetry-store'

/** `away`: nothing is written; `breaks-after-write`: everything is written, but the caller gets an error. */
export type StoreState = 'works' | 'away' | 'breaks-after-write'

/** Wraps a real writer and fails on demand. */
export class SwitchedWriter implements TelemetryWriter {
  state: StoreState = 'works'
  /** Failed writes, and how many of them had reached the store. */
  failures = 0
  writtenAndFailed = 0
  readonly #writer: TelemetryWriter

  constructor(writer: TelemetryWriter) {
    this.#writer = writer
  }

  async write(request: WriteRequest) {
    if (this.state === 'away') {
      this.failures += 1
      throw new Error('the store is away')
    }
    const report = await this.#writer.write(request)
    if (this.state === 'works') return report
    this.failures += 1
    this.writtenAndFailed += 1
    throw new Error('the connection broke before the answer')
  }

  findStored(search: StoredSearch) {
    return this.#writer.findStored(search)
  }

  findLastTime(table: IdentifiedTable) {
    return this.#writer.findLastTime(table)
  }

  findNewest(options: Parameters<TelemetryWriter['findNewest']>[0]) {
    return this.#writer.findNewest(options)
  }
}

/** Wraps a processor to fail on every batch with a record whose body contains the text. */
export function failOnText(processor: BatchProcessor, text: string): BatchProcessor {
  return {
    process: (batch, findings = {}) => {
      const { poisoned = [] } = findings
      const isChoking = batch.records.some(
        ({ offset, value }) => !poisoned.includes(offset) && Buffer.from(value).includes(text),
      )
      return isChoking ? Promise.reject(new Error('the processor died')) : processor.process(batch, findings)
    },
    close: () => processor.close(),
  }
}
