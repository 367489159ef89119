import { useEffect, useId, useRef } from 'react'
import { Field } from '../../parts/form/labelled.js'

interface ChoiceProps {
  label: string
  value: string
  /** Completions; other texts are possible. */
  options: readonly string[]
  placeholder: string
  /** Required form of the text. */
  pattern?: string
  /** Whether each text is added to those chosen before, which are shown elsewhere. */
  isAdding?: boolean
  /** Called when someone chooses a completion, presses Enter or leaves the field. */
  onChoose(text: string): void
}

/** A text field with completions that takes effect when it is complete. */
export function Choice({ label, value, options, placeholder, pattern, isAdding = false, onChoose }: ChoiceProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.value = value
  }, [value])
  const choose = () => {
    if (input.current?.checkValidity() !== true) return
    const text = input.current.value.trim()
    if (text === value) return
    if (isAdding) input.current.value = ''
    onChoose(text)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        choose()
      }}
    >
      <Field
        ref={input}
        label={label}
        defaultValue={value}
        placeholder={placeholder}
        list={id}
        {...(pattern !== undefined && { pattern, title: placeholder })}
        autoComplete="off"
        spellCheck={false}
        onBlur={choose}
        onInput={({ nativeEvent }) => {
          if (!(nativeEvent instanceof InputEvent) || nativeEvent.inputType === 'insertReplacementText') choose()
        }}
      />
      <datalist id={id}>
        {options.map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
    </form>
  )
}
