import { Canonical, type CanonicalValue } from '../../../shared/canonical/canonical-json.ts'
import { canonicalJsonInSteps } from '../../../shared/canonical/canonical-json-in-steps.ts'
import { sha256Of } from '../../../shared/canonical/hash.ts'
import { runSteps } from '../../../shared/process/run-steps.ts'
import type { Slice } from '../admission/turns.ts'

type Hashed = { readonly canonical: Canonical; readonly hash: string }

/** The RFC 8785 form of a body, and its SHA-256 as `hashOf` has it. */
export async function hashInSlices(value: unknown, slice: Slice): Promise<Hashed> {
  const text = await runSteps(canonicalJsonInSteps(value as CanonicalValue), slice.pause)
  return { canonical: Canonical.written(text), hash: sha256Of(text) }
}
