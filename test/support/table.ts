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
      it(`${input.map(String).join(', ')}: ${expected}`, () => expect(run(...input)).to.deep.equal(expected))
    }
  })
}
