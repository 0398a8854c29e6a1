import type { PgBoss } from 'pg-boss'
import { get, routes } from '../../api/http/route.ts'
import type { Blocker } from '../../shared/accounting/facts/blockers.ts'
import type { ImportState } from '../../shared/contract/bank/camt053-imports.ts'
import type { CandidateState, PaymentState } from '../../shared/contract/bank/payments.ts'
import type { journalVoucherRequest } from '../../shared/contract/facts/journal-vouchers.ts'
import type { FactState, FactType } from '../../shared/contract/facts/source-facts.ts'
import type { document, OpenItemState } from '../../shared/contract/open-items/open-items.ts'
import { ApiError, type ErrorDetail } from '../../shared/contract/platform/errors.ts'
import type { IntentState } from '../../shared/contract/primitives.ts'
import { type intent, money } from '../../shared/contract/primitives.ts'
import { exactly, type FromSchema, type Json, orNull } from '../../shared/contract/schema.ts'
import type { AllocationState } from '../../shared/contract/settlement/allocations.ts'
import type { ManualPaymentState } from '../../shared/contract/settlement/manual-payments.ts'
import type { SettlementState } from '../../shared/contract/settlement/settlements.ts'
import type { Locale } from '../../shared/contract/setup/settings.ts'
import { enqueueReevaluation } from '../../shared/queue/enqueue.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import type { Reply } from '../support/reply.ts'

/**
 * Mistakes that the compiler has to find. This file is not run: `npm run typecheck` fails if one of the lines below a
 * `@ts-expect-error` compiles, or if a type is not the one that stands here.
 */
export function misspeltBlockerCodes(tx: Tx, boss: PgBoss): void {
  enqueueReevaluation(tx, boss, 'customer', 'chart')
  // @ts-expect-error
  enqueueReevaluation(tx, boss, 'customer', 'chrat')

  const blocker: Blocker = { code: 'period_locked', message: '', pointer: '', remedy: '' }
  // @ts-expect-error
  if (blocker.code === 'period_lokced') return
}

// @ts-expect-error
export const detail: ErrorDetail = { pointer: '/payment_id', code: 'being_reveresd', message: '' }
// @ts-expect-error
export const error = new ApiError('state_confilct', '')
// @ts-expect-error
export const locale: Locale = 'ed'
// @ts-expect-error
export const factState: FactState = 'recieved'
// @ts-expect-error
export const factType: FactType = 'expense_documents'
// @ts-expect-error
export const allocationState: AllocationState = 'drafted'
// @ts-expect-error
export const settlementState: SettlementState = 'settled'
// @ts-expect-error
export const openItemState: OpenItemState = 'close'
// @ts-expect-error
export const intentState: IntentState = 'succeded'
// @ts-expect-error
export const importState: ImportState = 'import'
// @ts-expect-error
export const paymentState: PaymentState = 'partially allocated'
// @ts-expect-error
export const candidateState: CandidateState = 'closed'
// @ts-expect-error
export const manualPaymentState: ManualPaymentState = 'recored'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

const moneyOrNull = orNull(money)
const texts = { type: ['array', 'null'], items: { type: ['string', 'null'] } } as const
const granularity = { enum: ['month', 'quarter', null] } as const
const address = { type: 'object', additionalProperties: { type: ['string', 'null'] } } as const
const anything = { type: ['object', 'null'] } as const

export const exactTypes: [
  Equal<FromSchema<typeof intent>['state'], 'pending' | 'succeeded' | 'blocked' | 'failed'>,
  Equal<FromSchema<typeof intent>['object'], 'intent'>,
  Equal<FromSchema<typeof document>['customer_name'], string>,
  Equal<FromSchema<typeof texts>, (string | null)[] | null>,
  Equal<FromSchema<typeof granularity>, 'month' | 'quarter' | null>,
  Equal<FromSchema<typeof address>, { [name: string]: string | null }>,
  Equal<FromSchema<typeof anything>, { [name: string]: Json } | null>,
  Equal<Reply<'GET', `/v1/source-facts/${string}?end_customer_id=${string}`>['state'], FactState>,
  Equal<Reply<'POST', `/v1/allocations/${string}/reverse`>['state'], AllocationState>,
  Equal<Reply<'PUT', '/v1/end-customers/a'>['locale'], Locale>,
] = [true, true, true, true, true, true, true, true, true, true]

export const none: FromSchema<typeof moneyOrNull> = null
export const some: FromSchema<typeof moneyOrNull> = { amount_minor: 1990, currency: 'CHF' }
// @ts-expect-error
export const nonsense: FromSchema<typeof moneyOrNull> = { a: 'nonsense' }
// @ts-expect-error
export const noCurrency: FromSchema<typeof moneyOrNull> = { amount_minor: 1990 }

type VoucherLine = FromSchema<typeof journalVoucherRequest>['payload']['lines'][number]
const chf = { amount_minor: 1990, currency: 'CHF' }
export const debit: VoucherLine = { account_code: '1020', debit: chf }
// @ts-expect-error
export const oneSided: VoucherLine = { account_code: '1020' }
// @ts-expect-error
export const bothSides: VoucherLine = { account_code: '1020', debit: chf, credit: chf }

/** Schemas of which no exact type follows are no schemas. */
export const refused = [
  // @ts-expect-error
  orNull({ type: 'objekt' }),
  // @ts-expect-error
  orNull({ type: 'array' }),
  // @ts-expect-error
  orNull({ description: 'anything' }),
  // @ts-expect-error
  orNull({ type: 'string', not: { const: '' } }),
  // @ts-expect-error
  orNull({ allOf: [money] }),
  // @ts-expect-error
  orNull({ $ref: '#/components/schemas/Money' }),
  // @ts-expect-error
  orNull({ type: 'object', properties: { amount: money } }),
  // @ts-expect-error
  orNull({ type: 'object', required: ['amount'] }),
  // @ts-expect-error
  orNull({ type: 'object', properties: { amount: money }, additionalProperties: false, anyOf: [money] }),
  // @ts-expect-error
  orNull({ type: 'object', oneOf: [{ required: ['amount'] }] }),
  // @ts-expect-error
  orNull({ anyOf: [money], properties: { amount: money } }),
  // @ts-expect-error
  exactly('Nothing', { amount: { typ: 'integer' } }),
]

const oneOperation = { listYears: { response: money, summary: '' } } as const
const listYears = get('/v1/years', money, async () => ({}))
const listMonths = get('/v1/months', money, async () => ({}))
export const endpoints = [
  routes(oneOperation, { listYears }),
  // @ts-expect-error
  routes(oneOperation, { listYears, listMonths }),
  // @ts-expect-error
  routes({ ...oneOperation, listMonths: { response: money, summary: '' } }, { listYears }),
]

type Amount<Required extends string, Alternative extends string> = FromSchema<{
  readonly type: 'object'
  readonly properties: { readonly amount: typeof money }
  readonly required: readonly Required[]
  readonly oneOf: readonly { readonly required: readonly [Alternative] }[]
  readonly additionalProperties: false
}>
export const amount: Amount<'amount', 'amount'> = { amount: chf }
// @ts-expect-error
export const unknownRequired: Amount<'amonut', 'amount'> = { amount: chf }
// @ts-expect-error
export const unknownAlternative: Amount<'amount', 'amonut'> = { amount: chf }
