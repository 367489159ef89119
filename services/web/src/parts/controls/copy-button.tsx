import { useState } from 'react'
import { announce } from '../live/live-region.js'
import { IconButton } from './button.js'

/** Copies a text and says so. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    announce('Copied')
  }
  return (
    <IconButton
      icon={isCopied ? 'check' : 'copy'}
      label={isCopied ? 'Copied' : label}
      kind="quiet"
      isSmall
      onClick={() => void copy()}
      onBlur={() => {
        setCopied(false)
      }}
    />
  )
}
