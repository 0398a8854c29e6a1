import { expect } from 'chai'

/** Runs a table of `[input, expected]` through a function. */
export function table<I extends readonly unknown[], O>(
  name: string,
  run: (...input: I) => O,
  rows: readonly [...I, O][],
): void {
  describe(name, () => {
    for (const cells of rows) {
      const [expected, input] = [cells.at(-1) as O, cells.slice(0, -1) as unknown as I]
      it(visible(`${input.map(String).join(', ')}: ${expected}`), () => expect(run(...input)).to.deep.equal(expected))
    }
  })
}

/** A title with a control character makes the whole output of the tests binary to whoever reads it. */
function visible(title: string): string {
  return title.replace(/\p{Cc}/gu, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
}
