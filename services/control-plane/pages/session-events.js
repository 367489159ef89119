const pauseMs = 3_000

/**
 * Follows the events of a session until its end, over lost connections. The browser goes on by itself behind the last
 * event that it had; where it gives up, the stream is asked for anew, and steps that are known come again.
 */
export function follow(path, { onStep, onEnd, onLost, onResumed }) {
  let isLost = false
  const connect = () => {
    const source = new EventSource(path)
    source.addEventListener('open', () => {
      if (isLost) onResumed()
      isLost = false
    })
    source.addEventListener('step', ({ data }) => onStep(JSON.parse(data)))
    source.addEventListener('status', () => {
      source.close()
      onEnd()
    })
    source.addEventListener('error', () => {
      if (!isLost) onLost()
      isLost = true
      if (source.readyState === EventSource.CLOSED) setTimeout(connect, pauseMs)
    })
  }
  connect()
}
