/** The result of work that can be interrupted, and after how many steps it has it. */
export function completed<Result>(work: Generator<void, Result>): { readonly result: Result; readonly steps: number } {
  for (let steps = 0; ; steps += 1) {
    const { done, value } = work.next()
    if (done) return { result: value, steps }
  }
}
