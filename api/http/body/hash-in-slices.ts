import type { CanonicalValue } from '../../../shared/canonical/canonical-json.ts'
import { canonicalJsonInSteps } from '../../../shared/canonical/canonical-json-in-steps.ts'
import { sha256Of } from '../../../shared/canonical/hash.ts'
import type { Slice } from '../admission/turns.ts'

/** SHA-256 of the RFC 8785 form of a body, as `hashOf` has it. */
export async function hashInSlices(value: unknown, slice: Slice): Promise<string> {
  const steps = canonicalJsonInSteps(value as CanonicalValue)
  for (;;) {
    const { done, value: text } = steps.next()
    if (done) return sha256Of(text)
    await slice.pause()
  }
}
