import { uuidOf } from '../../../../shared/process/ids.ts'
import { key, uuid } from '../ids-of-answers.ts'
import type { Effect } from './effect.ts'

/** What requests leave that link, dismiss or decide bank entries, book by rules, or book what came back. */
export const EFFECTS_AT_BANK: Readonly<Record<string, Effect>> = {
  links: {
    expected: { 'post /v1/camt-053/entries/:entry_id/links': key },
    found: `select reason as found from bank_entry_uses where used_by = 'link'`,
  },
  'links taken back': {
    expected: { 'post /v1/camt-053/entries/:entry_id/links/:link_id/reverse': key },
    // Uses of returns are given back by their own requests.
    found: `select release_reason as found from bank_entry_uses where release_reason is not null and used_by = 'link'`,
  },
  dismissals: {
    expected: { 'post /v1/camt-053/entries/:entry_id/dismiss': key },
    found: 'select distinct reason as found from bank_entry_dismissals',
  },
  'dismissals taken back': {
    expected: { 'post /v1/camt-053/entries/:entry_id/undismiss': key },
    found: 'select distinct undone_reason as found from bank_entry_dismissals where undone_reason is not null',
  },
  'decisions about repeats': {
    expected: { 'post /v1/camt-053/entries/:entry_id/repeat-review': key },
    found: `select reason as found from repeat_decisions where decided_by is not null`,
  },
  'decisions about repeats taken back': {
    expected: { 'post /v1/camt-053/entries/:entry_id/repeat-review/reverse': key },
    found: `select taken_back_reason as found from repeat_decisions where taken_back_reason is not null`,
  },
  'candidates of rules accepted': {
    expected: { 'post /v1/settlement-candidates/:candidate_id/accept': uuid('source_fact') },
    found: 'select source_fact_id as found from bank_rule_bookings where not is_automatic',
  },
  'vouchers of rules and returns without a booking or return': {
    expected: {},
    found: `select source_fact_id as found from source_facts where source_system in ('bank_rules', 'bank_returns')
      and not exists (select from bank_rule_bookings by_rule where by_rule.source_fact_id = source_facts.source_fact_id)
      and not exists (select from bank_returns back where back.source_fact_id = source_facts.source_fact_id)`,
  },
  returns: {
    expected: { 'post /v1/bank-returns': uuid('bank_return') },
    found: 'select return_id as found from bank_returns',
  },
  'returns taken back': {
    expected: {
      'post /v1/bank-returns/:return_id/reverse': (answer) =>
        answer.booked_by === 'reversal' ? [uuidOf('bank_return', answer.id)] : [],
    },
    found: 'select return_id as found from bank_returns where undone_reason is not null and source_fact_id is null',
  },
}
