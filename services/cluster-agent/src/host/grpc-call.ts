import { connect, constants } from 'node:http2'
import { connect as connectSocket } from 'node:net'

/** One unary call to a gRPC server on a Unix socket. */
export interface GrpcCall {
  socketPath: string
  /** For example `/package.Service/Method`. */
  method: string
  /** Encoded. */
  message: Buffer
  metadata?: Readonly<Record<string, string>>
  withinMs: number
  bytesMax: number
}

const prefixBytes = 5

/**
 * Makes a unary call on its own connection. Messages are not compressed.
 * @throws Error if the server is unreachable, does not respond in time, or responds with an error.
 */
export function callGrpc({ socketPath, method, message, metadata, withinMs, bytesMax }: GrpcCall): Promise<Buffer> {
  const prefix = Buffer.alloc(prefixBytes)
  prefix.writeUInt32BE(message.length, 1)
  return new Promise((resolve, reject) => {
    const session = connect('http://localhost', { createConnection: () => connectSocket(socketPath) })
    const timer = setTimeout(() => {
      fail(new Error(`no answer within ${withinMs} ms`))
    }, withinMs)
    const end = () => {
      clearTimeout(timer)
      session.destroy()
    }
    const fail = (error: Error) => {
      end()
      reject(new Error(`${method} of ${socketPath} failed: ${error.message}`, { cause: error }))
    }
    session.on('error', fail)
    const stream = session.request({
      ...metadata,
      [constants.HTTP2_HEADER_METHOD]: 'POST',
      [constants.HTTP2_HEADER_PATH]: method,
      'content-type': 'application/grpc',
      te: 'trailers',
    })
    const chunks: Buffer[] = []
    let bytes = 0
    let status = ''
    const readStatus = (headers: Readonly<Record<string, unknown>>) => {
      const found = headers['grpc-status']
      if (typeof found === 'string') status = found
    }
    stream.on('response', readStatus)
    stream.on('trailers', readStatus)
    stream.on('error', fail)
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > bytesMax) fail(new Error(`the response exceeds ${bytesMax} bytes`))
      else chunks.push(chunk)
    })
    stream.on('end', () => {
      const answer = Buffer.concat(chunks)
      if (status !== '0') fail(new Error(`gRPC status ${status === '' ? 'missing' : status}`))
      else if (answer.length < prefixBytes || answer[0] !== 0) fail(new Error('the response is not a plain message'))
      else {
        end()
        resolve(answer.subarray(prefixBytes, prefixBytes + answer.readUInt32BE(1)))
      }
    })
    stream.end(Buffer.concat([prefix, message]))
  })
}
