/** Node options that report, and fail, each outbound connection and DNS query. */
export const tellingOutbound = `--import=data:text/javascript,${encodeURIComponent(`
  import net from 'node:net'
  import dns from 'node:dns'
  const tell = (what) => { process.stderr.write('outbound ' + what + '\\n'); throw new Error('outbound ' + what) }
  const isLocal = (host) => host === undefined || host === 'localhost' || host === '::1' || /^127\\./.test(host)
  const connect = net.Socket.prototype.connect
  net.Socket.prototype.connect = function (...args) {
    const { host, path } = Array.isArray(args[0]) ? args[0][0] : typeof args[0] === 'object' ? args[0] : { host: args[1] }
    if (path === undefined && !isLocal(host)) tell(host)
    return connect.apply(this, args)
  }
  const lookup = dns.lookup
  dns.lookup = (host, ...rest) => (isLocal(host) ? lookup(host, ...rest) : tell(host))
`)}`
