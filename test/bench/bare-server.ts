import { createServer } from 'node:http'
import { gunzipSync } from 'node:zlib'

// Baseline of the ingest benchmark, in its own process: a plain server that reads, inflates and responds to the same
// requests, and stores nothing.

const server = createServer((req, res) => {
  const chunks: Buffer[] = []
  req.on('data', (chunk: Buffer) => chunks.push(chunk))
  req.on('end', () => {
    const body = Buffer.concat(chunks)
    const inflated = req.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
    res.setHeader('content-type', 'application/json')
    res.end(JSON.stringify({ id: inflated.subarray(13, 45).toString('latin1') }))
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 })
})
process.on('disconnect', () => process.exit(0))
