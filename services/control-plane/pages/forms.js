import { make } from './elements.js'

export function makeField(label, attributes) {
  return make('label', label, make('input', attributes))
}

/**
 * A form that is sent by a script alone. What is refused is said below it.
 * @param send Is given what was filled in, by the names of the fields; empty ones are left out.
 */
export function makeForm({ label, fields, send }) {
  const button = make('button', label, { type: 'submit' })
  const told = make('p.bad', { role: 'alert' })
  const submit = async (event) => {
    event.preventDefault()
    told.textContent = ''
    button.disabled = true
    try {
      const filled = [...new FormData(form)].filter(([, value]) => value !== '')
      await send(Object.fromEntries(filled))
    } catch (error) {
      told.textContent = error.message
    } finally {
      button.disabled = false
    }
  }
  const form = make('form', ...fields, button, told, { onsubmit: submit })
  return form
}
