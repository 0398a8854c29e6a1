import { chf } from '../../../support/requests/examples.ts'
import { any, type Operation, post } from '../request.ts'

const ENTRIES = '/v1/camt-053/entries'

/** One way to use each endpoint that links or dismisses a bank entry, or takes that back. */
export const BANK_OPERATIONS = {
  'post /v1/camt-053/entries/:entry_id/links': {
    weight: 4,
    async ask(random, { name, customer, list, one }) {
      const bankEntry = any(random, await list(ENTRIES, '&booking_state=unbooked'))
      const fact = any(random, await list('/v1/source-facts', '&state=posted&fact_type=journal_voucher'))
      const journalEntry = fact && (await one(`/v1/journal-entries/${fact.journal_entry_id.id}`))
      if (!bankEntry || !journalEntry) return null
      const isDebit = bankEntry.credit_debit_indicator === 'CRDT'
      const line = journalEntry.lines.find(
        ({ account_code, debit }) => account_code === '1020' && (debit !== null) === isDebit,
      )
      const posted = line?.debit?.amount_minor ?? line?.credit?.amount_minor ?? 100
      const left = bankEntry.unbooked_amount.amount_minor
      return post(`${ENTRIES}/${bankEntry.id}/links`, {
        end_customer_id: customer,
        journal_entry_id: journalEntry.id,
        line_number: line?.line_number ?? 1,
        amount: chf(random.isOneIn(8) ? left + 1 : Math.min(left, posted)),
        reason: name,
      })
    },
  },
  'post /v1/camt-053/entries/:entry_id/links/:link_id/reverse': {
    weight: 2,
    async ask(random, { name, customer, list }) {
      const linked = (await list(ENTRIES)).flatMap(({ id, uses }) =>
        uses.filter(({ used_by }) => used_by === 'link').map((use) => `${ENTRIES}/${id}/links/${use.id}/reverse`),
      )
      const path = any(random, linked)
      return path === null ? null : post(path, { end_customer_id: customer, reason: name })
    },
  },
  'post /v1/camt-053/entries/:entry_id/dismiss': {
    weight: 2,
    async ask(random, { name, customer, list }) {
      const bankEntry = any(random, await list(ENTRIES, random.isOneIn(3) ? '' : '&booking_state=unbooked'))
      return bankEntry && post(`${ENTRIES}/${bankEntry.id}/dismiss`, { end_customer_id: customer, reason: name })
    },
  },
  'post /v1/camt-053/entries/:entry_id/undismiss': {
    weight: 2,
    async ask(random, { name, customer, list }) {
      const bankEntry = any(random, await list(ENTRIES, '&booking_state=dismissed'))
      return bankEntry && post(`${ENTRIES}/${bankEntry.id}/undismiss`, { end_customer_id: customer, reason: name })
    },
  },
  'post /v1/camt-053/entries/:entry_id/repeat-review': {
    weight: 2,
    async ask(random, { name, customer, list }) {
      const bankEntry = any(random, await list(ENTRIES, '&possible_repeat=true'))
      const decision = random.isOneIn(2) ? 'repeat' : 'new'
      return (
        bankEntry &&
        post(`${ENTRIES}/${bankEntry.id}/repeat-review`, { end_customer_id: customer, decision, reason: name })
      )
    },
  },
  'post /v1/camt-053/entries/:entry_id/repeat-review/reverse': {
    weight: 2,
    async ask(random, { name, customer, list }) {
      const decided = (await list(ENTRIES)).filter(({ repeat_decision }) => repeat_decision !== null)
      const bankEntry = any(random, decided)
      const path = `${ENTRIES}/${bankEntry?.id}/repeat-review/reverse`
      return bankEntry && post(path, { end_customer_id: customer, reason: name })
    },
  },
  // Statements of the storm have no balances, so this is refused; that it is, is part of the storm.
  'post /v1/camt-053/imports/:import_id/accept-difference': {
    weight: 1,
    async ask(random, { name, customer, list }) {
      const bankEntry = any(random, await list(ENTRIES))
      const path = `/v1/camt-053/imports/${bankEntry?.import_id}/accept-difference`
      return bankEntry && post(path, { end_customer_id: customer, justification: name })
    },
  },
} as const satisfies Readonly<Record<string, Operation>>
