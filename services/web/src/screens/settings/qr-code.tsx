import { useQuery } from '@tanstack/react-query'
import styles from './settings.module.css'

/** A text as a QR code for phones. The code that draws it is loaded on first use. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data: encode } = useQuery({
    queryKey: ['qr-code-encoder'],
    queryFn: async () => (await import('uqr')).encode,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!encode) return <div className={styles['qr']} aria-hidden="true" />
  const { data, size } = encode(text, { border: 2 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg className={styles['qr']} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={squares.join('')} fill="currentColor" shapeRendering="crispEdges" />
    </svg>
  )
}
