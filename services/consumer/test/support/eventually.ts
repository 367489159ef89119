/** Repeats an assertion until it holds; the last failure is thrown after five seconds. */
export async function eventually(assertion: () => void | Promise<void>): Promise<void> {
  const deadline = Date.now() + 5_000
  for (;;) {
    try {
      await assertion()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
