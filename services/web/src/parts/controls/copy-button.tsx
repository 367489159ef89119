import { useState } from 'react'
import { announce } from '../live/live-region.js'
import { Button, IconButton } from './button.js'

interface CopyButtonProps {
  text: string
  label: string
  /** Text next to the icon. */
  word?: string
}

/** Copies a text and confirms it. */
export function CopyButton({ text, label, word }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    announce('Copied')
  }
  const look = { icon: isCopied ? 'check' : 'copy', kind: 'quiet', isSmall: true } as const
  const handlers = {
    onClick: () => void copy(),
    onBlur: () => {
      setCopied(false)
    },
  }
  if (word === undefined) return <IconButton {...look} {...handlers} label={isCopied ? 'Copied' : label} />
  return (
    <Button {...look} {...handlers} aria-label={isCopied ? 'Copied' : label}>
      {isCopied ? 'Copied' : word}
    </Button>
  )
}
