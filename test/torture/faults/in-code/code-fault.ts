/** Something wrong in one source file, and the test that has to fail then. */
export type CodeFault = {
  readonly name: string
  readonly simulates: string
  readonly file: string
  /** A text that the file has exactly once, so that nobody changes the code from under the list unnoticed. */
  readonly find: string
  readonly replace: string
  readonly spec: string
  /** Title of the test in `spec`. */
  readonly test: string
}

type Change = Pick<CodeFault, 'find' | 'replace'>
type Catcher = Pick<CodeFault, 'spec' | 'test'>

export function fault(name: string, simulates: string, file: string, change: Change, caught_by: Catcher): CodeFault {
  return { name, simulates, file, ...change, ...caught_by }
}

export const by = (spec: string, test: string): Catcher => ({ spec: `test/${spec}.test.ts`, test })
export const put = (find: string, replace: string): Change => ({ find, replace })
