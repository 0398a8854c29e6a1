import {
  type KeptOpenWork,
  OPEN_WORK,
  type OpenWorkCode,
  openWorkInWords,
} from '../../../../shared/accounting/vat/filing/open-work.ts'
import type { ReturnRead } from '../../../../shared/accounting/vat/filing/return-read.ts'
import { ApiError } from '../../../../shared/contract/platform/errors.ts'
import { WARNING_ONLY } from '../../../../shared/contract/vat/open-work.ts'
import type { VatFilingRequest } from '../../../../shared/contract/vat/vat-filings.ts'

type Accepted = NonNullable<VatFilingRequest['accepted']>

/**
 * A return is filed with open work of its days only where somebody says why.
 *
 * @returns the open work with these reasons
 * @throws ApiError state_conflict that names what nobody has accepted
 */
export function requireAccepted(
  { open_work = [], declaration: { period, consideration } }: ReturnRead,
  accepted: Accepted,
): readonly KeptOpenWork[] {
  const reasons = new Map(accepted.map(({ code, reason }) => [code, reason]))
  const missing = open_work.filter(({ code }) => OPEN_WORK[code].must_be_accepted(consideration) && !reasons.has(code))
  if (missing.length === 0)
    return open_work.map((work) => {
      const accepted_because = reasons.get(work.code)
      return accepted_because === undefined ? work : { ...work, accepted_because }
    })
  const details = missing.filter(mustBe).map((work) => ({
    pointer: '/accepted',
    code: work.code,
    message: `${openWorkInWords(work, period.name)} ${OPEN_WORK[work.code].remedy} Or file it all the same: accepted with the code ${work.code} and a reason.`,
  }))
  throw new ApiError('state_conflict', `Not everything of ${period.name} is booked. The details name it.`, details)
}

function mustBe(
  work: KeptOpenWork,
): work is KeptOpenWork & { readonly code: Exclude<OpenWorkCode, (typeof WARNING_ONLY)[number]> } {
  return !WARNING_ONLY.some((code) => code === work.code)
}
