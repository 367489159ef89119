import type { RequestLoad } from './store-load.js'

/** As a Prometheus server sends by default. */
const samplesPerRequest = 2_000
const pods = 500
const names = [
  'container_cpu_usage_seconds_total',
  'container_memory_working_set_bytes',
  'container_network_receive_bytes_total',
  'http_requests_total',
]
const secondsBetweenScrapes = 15

/**
 * Prometheus remote write 1.0 requests of two thousand samples: four metrics of 500 pods, scraped every 15 s until now.
 * Loads with different numbers contain different samples.
 */
export function createSampleLoad(load: number, requests: number): RequestLoad {
  const now = Math.floor(Date.now() / 1_000)
  const bodies = Array.from({ length: requests }, (_, request) => {
    const scrape = load * requests + request
    // Loads are sent one after the other, so the scrapes of all lie within the last hours.
    const time = (now - 6 * 3_600 + scrape * secondsBetweenScrapes) * 1_000
    return compress(encodeScrape(time, scrape))
  })
  return { bodies, items: requests * samplesPerRequest }
}

function encodeScrape(timeMs: number, scrape: number): Buffer {
  const series: Buffer[] = []
  for (let pod = 0; pod < pods; pod += 1) {
    for (const [index, name] of names.entries()) {
      series.push(message(1, encodeSeries(name, pod, scrape * 100 + index + pod / 7, timeMs)))
    }
  }
  return Buffer.concat(series)
}

function encodeSeries(name: string, pod: number, value: number, timeMs: number): Buffer {
  const labels = {
    __name__: name,
    cluster: 'production',
    container: `service-${pod % 25}`,
    instance: `10.0.${pod % 20}.4:10250`,
    job: 'kubelet',
    namespace: `team-${pod % 8}`,
    node: `node-${pod % 20}`,
    pod: `service-${pod % 25}-6d9c8b7f5-${pod}`,
  }
  const encoded = Object.entries(labels).map(([label, text]) =>
    message(1, Buffer.concat([message(1, Buffer.from(label)), message(2, Buffer.from(text))])),
  )
  const sample = Buffer.concat([Buffer.from([9]), float64(value), Buffer.from([16]), varint(timeMs)])
  return Buffer.concat([...encoded, message(2, sample)])
}

function message(field: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([(field << 3) | 2]), varint(content.length), content])
}

function float64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80)
  return Buffer.from([...bytes, rest])
}

/** A valid snappy block of literals only: compressing is the sender's work and not measured. */
function compress(body: Buffer): Buffer {
  const length = Buffer.alloc(3)
  length.writeUIntLE(body.length - 1, 0, 3)
  return Buffer.concat([varint(body.length), Buffer.from([62 << 2]), length, body])
}
