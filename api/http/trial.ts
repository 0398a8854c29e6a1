import type { Canonical } from '../../shared/canonical/canonical-json.ts'
import type { Schema } from '../../shared/contract/schema.ts'
import type { Caller } from './admission/caller.ts'
import type { ApiDeps } from './api-deps.ts'

/** What `?dry_run=true` answers: the scope of a read, no key of its own, and nothing is stored. */
export type Trial = {
  readonly response: Schema
  readonly run: (deps: ApiDeps, request: never) => Promise<object>
}

export type TrialRequest<Body> = {
  readonly caller: Caller
  readonly request_id: string
  readonly body: Body
  readonly params: Readonly<Record<string, string>>
  readonly body_hash: string
  readonly canonical: Canonical
  /** In lower case, as it is stored. */
  readonly end_customer_id: string
}
