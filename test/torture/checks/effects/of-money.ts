import { intents, reversalOf, uuid } from '../ids-of-answers.ts'
import type { Effect } from './effect.ts'

/** A draft that was taken back before it was booked has no intent for that. */
const GIVEN_UP = `(state = 'reversed' and journal_entry_id is null)`
/** What came back as a whole is reversed by the request that accepts the return. */
const ASKED = `not exists (select from bank_returns back where back.request_id = intents.request_id)`

/** What requests leave that allocate or settle. */
export const EFFECTS_OF_MONEY: Readonly<Record<string, Effect>> = {
  allocations: {
    expected: { 'post /v1/allocations': uuid('payment_allocation') },
    found: 'select allocation_id as found from allocations',
  },
  'intents of allocations': {
    expected: {
      'post /v1/allocations': intents,
      'post /v1/allocations/:allocation_id/reverse': reversalOf('allocation'),
    },
    found: `select intent_id as found from intents where intent_type like 'allocation%' and ${ASKED}`,
  },
  'allocations taken back': {
    expected: { 'post /v1/allocations/:allocation_id/reverse': uuid('payment_allocation') },
    found: `select allocation_id as found from allocations where ${GIVEN_UP} or exists (
      select from intents where subject_id = allocation_id and intent_type = 'allocation_reversal' and ${ASKED})`,
  },
  settlements: {
    expected: {
      'post /v1/supplier-payables/:supplier_payable_id/settlements': uuid('supplier_payable_settlement'),
    },
    found: 'select settlement_id as found from supplier_settlements',
  },
  'intents of settlements': {
    expected: {
      'post /v1/supplier-payables/:supplier_payable_id/settlements': intents,
      'post /v1/supplier-payables/:supplier_payable_id/settlements/:settlement_id/reverse': reversalOf('settlement'),
    },
    found: `select intent_id as found from intents where intent_type like 'settlement%' and ${ASKED}`,
  },
  'settlements taken back': {
    expected: {
      'post /v1/supplier-payables/:supplier_payable_id/settlements/:settlement_id/reverse':
        uuid('supplier_payable_settlement'),
    },
    found: `select settlement_id as found from supplier_settlements where ${GIVEN_UP} or exists (
      select from intents where subject_id = settlement_id and intent_type = 'settlement_reversal' and ${ASKED})`,
  },
}
