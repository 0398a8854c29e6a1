import type { Reply } from '../../../support/reply.ts'
import type { Route } from '../../load/operations.ts'

type Answered<R extends Route> = R extends `${infer Method} ${infer Path}` ? Reply<Method, Path> : never
/** Rows of a table, and the answers that name them: as many answers as rows, with the same ids. */
export type Effect = {
  /** The ids that a recorded answer names. */
  readonly expected: { readonly [R in Route]?: (answer: Answered<R>, key: string) => (string | null)[] }
  /** Selects the ids that there are, as `found`. */
  readonly found: string
}
