import type { ErrorDetail } from '../../../../shared/contract/platform/errors.ts'
import type { ReconciledEntryQuery } from '../../../../shared/contract/vat/reconciled-entries.ts'
import { requireValidQuery } from '../../../http/handle/query.ts'

/** Steps that are made of what accounts have moved, by the total that they lead to. */
const MOVED: Readonly<Record<string, readonly string[]>> = {
  '200': ['revenue', 'without_record', 'other_account', 'not_due', 'unregistered', 'other_flows', 'reductions'],
  '399': ['booked'],
  '479': ['booked'],
}

/** Whether tax records make what is asked for, and not what accounts have moved. */
export function isOfRecords({ total, step = '' }: ReconciledEntryQuery): boolean {
  return total !== undefined && !MOVED[total]?.includes(step)
}

type FilterRule = {
  readonly name: keyof ReconciledEntryQuery
  readonly message: string
  readonly isBroken: (query: ReconciledEntryQuery) => boolean
}

const BY_PART = ['account_code', 'figure', 'activity_id', 'kind'] as const
const OF_A_RETURN = ['not_filed', 'filed']

const RULES: readonly FilterRule[] = [
  { name: 'step', message: 'step needs a total.', isBroken: ({ step, total }) => step !== undefined && !total },
  ...BY_PART.map(
    (name): FilterRule => ({
      name,
      message: `${name} does not go with a total.`,
      isBroken: (query) => query[name] !== undefined && query.total !== undefined,
    }),
  ),
  {
    name: 'period',
    message: 'not_filed and filed need a period.',
    isBroken: ({ step = '', period }) => OF_A_RETURN.includes(step) && period === undefined,
  },
  {
    name: 'period',
    message: 'period goes with a total alone, with not_filed and filed.',
    isBroken: ({ total, step, period }) =>
      period !== undefined && (!total || (step !== undefined && !OF_A_RETURN.includes(step))),
  },
  {
    name: 'counts_in',
    message: 'counts_in needs a period.',
    isBroken: ({ counts_in, period }) => counts_in !== undefined && period === undefined,
  },
]

/** @throws ApiError invalid_request for filters that say nothing together */
export function requireFilters(query: ReconciledEntryQuery): void {
  const details = RULES.filter(({ isBroken }) => isBroken(query)).map(
    ({ name, message }): ErrorDetail => ({ pointer: `/${name}`, code: 'not_allowed', message }),
  )
  requireValidQuery(details)
}
