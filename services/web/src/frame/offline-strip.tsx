import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** Says that there is no connection at all, above everything. */
export function OfflineStrip() {
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  )
  if (isOnline) return null
  return (
    <div className="strip" role="alert">
      <span>No connection to {location.host}. What you see is from before.</span>
    </div>
  )
}
