import { CUSTOMER, type DataFault } from './data-fault.ts'

/** Payments, evidence of the bank, and the feed. */
export const BANK_AND_FEED_ROW_FAULTS: readonly DataFault[] = [
  {
    name: 'a payment is free again',
    simulates: 'a Rappen that was allocated can be allocated once more',
    sql: `update payments set open_amount_minor = amount_minor where ${CUSTOMER}`,
    check: 'a payment is open as far as nothing has used it',
  },
  {
    name: 'a payment is there twice',
    simulates: 'an import that was read in twice',
    sql: `insert into payments (end_customer_id, payment_id, entry_id, transaction_number, import_id, account, currency,
        amount_minor, open_amount_minor, payment_references, remittance_text, created_at)
      select end_customer_id, gen_random_uuid(), entry_id, 99, import_id, account, currency, amount_minor, amount_minor,
        payment_references, remittance_text, created_at from payments where ${CUSTOMER}`,
    check: 'payments add up to their bank entry',
  },
  {
    name: 'a payment is lost',
    simulates: 'a credit of the bank that nobody can allocate',
    sql: `delete from payments where ${CUSTOMER}`,
    check: 'payments add up to their bank entry',
  },
  {
    name: 'evidence is used twice',
    simulates: 'a settlement that did not take its share of a bank entry',
    sql: `update camt053_entries set used_minor = 0 where ${CUSTOMER}`,
    check: 'a bank entry is used as its uses say',
  },
  {
    name: 'a bank entry is used beyond its amount',
    simulates: 'two bookings of one line of the bank statement',
    sql: `update camt053_entries set conflict_minor = amount_minor, used_minor = 2 * amount_minor where ${CUSTOMER}`,
    check: 'No bank entry is booked beyond its amount',
  },
  {
    name: 'a use of a bank entry is lost',
    simulates: 'a payment whose bank entry could be booked once more',
    sql: `delete from bank_entry_uses where ${CUSTOMER}`,
    check: 'allocations and settlements use their bank entry',
  },
  {
    name: 'a use of a bank entry names another line',
    simulates: 'a bank entry that counts as booked, while its account never moved',
    sql: `update bank_entry_uses set line_number = 3 - line_number where ${CUSTOMER} and state = 'posted'`,
    check: 'a use of a bank entry has its line in the ledger',
  },
  {
    name: 'a use of a bank entry has another day',
    simulates: 'a bank reconciliation that overlooks what is booked on another day',
    sql: `update bank_entry_uses set posting_date = posting_date + 1 where ${CUSTOMER} and state = 'posted'`,
    check: 'a use of a bank entry knows its places',
  },
  {
    name: 'a use of a bank entry was given back by nobody',
    simulates: 'a bank entry that is free, and counts as booked until a reversal that never was',
    sql: `update bank_entry_uses set state = 'released', given_back_on = posting_date + 1 where ${CUSTOMER} and state = 'posted'`,
    check: 'a use of a bank entry knows until when it stood',
  },
  {
    name: 'a line of the ledger is linked twice',
    simulates: 'one booking that explains two lines of the bank statement',
    sql: `insert into bank_entry_uses (end_customer_id, bank_entry_use_id, entry_id, used_by, source_id, journal_entry_id,
        line_number, amount_minor, state)
      select end_customer_id, gen_random_uuid(), entry_id, 'link', gen_random_uuid(), journal_entry_id, line_number,
        amount_minor, state from bank_entry_uses where ${CUSTOMER} and state = 'posted'`,
    check: 'a line of the ledger is linked up to its amount',
  },
  {
    name: 'the bank leg of a credit is lost',
    simulates: 'a bank entry that is booked as income, though the credit of its payment stands',
    sql: `insert into open_items (end_customer_id, open_item_id, kind, account_code, payment_id, journal_entry_id,
        entry_number, line_number, posting_date, partner_name, document_date, currency, amount_minor,
        base_amount_minor, open_amount_minor, base_open_amount_minor, created_at)
      select end_customer_id, payment_id, 'customer_credit', '2030', payment_id, gen_random_uuid(), 1, 9,
        '2026-03-15', '', '2026-03-15', 'CHF', -100, -100, 0, 0, now()
      from payments where ${CUSTOMER};
      update payments set booked_by = (select source_id from journal_entries where ${CUSTOMER} and entry_number = 1)
      where ${CUSTOMER}`,
    check: 'credit that a fact gave has its bank entry booked',
  },
  {
    name: 'the evidence of an old voucher is booked by something else',
    simulates: 'books of the first build with one line of the bank statement booked twice',
    sql: `insert into bank_entry_link_proposals (end_customer_id, entry_id, journal_entry_id, line_number, amount_minor)
      select end_customer_id, entry.entry_id, posted.journal_entry_id, 1, entry.amount_minor
      from camt053_entries entry join journal_entries posted using (end_customer_id)
      where ${CUSTOMER} and posted.entry_number = 1 and entry.used_minor = entry.amount_minor`,
    check: 'what a voucher with the evidence of a bank entry books, nothing else has booked',
  },
  {
    name: 'a bank entry is dismissed by nobody',
    simulates: 'a line of the bank statement that vanishes from the list of what is to be booked',
    sql: `update camt053_entries set used_minor = 0, dismissed_by = gen_random_uuid() where ${CUSTOMER}`,
    check: 'a dismissed bank entry has its dismissal',
  },
  {
    name: 'the amount of a dismissal that has ended is edited',
    simulates: 'a bank reconciliation of an earlier day that explains more than was dismissed',
    sql: `insert into bank_entry_dismissals (end_customer_id, dismissal_id, entry_id, reason, actor_id, request_id, created_at, undone_at,
        undone_reason, given_back_on, amount_minor)
      select end_customer_id, gen_random_uuid(), entry_id, 'x', 'x', 'x', now(), now(), 'x', booking_date, amount_minor + 1
      from camt053_entries where ${CUSTOMER}`,
    check: 'a dismissal says what it had taken',
  },
  {
    name: 'a bank entry is in no bank statement',
    simulates: 'a bank entry that the bank never wrote',
    sql: `delete from camt053_statement_entries where ${CUSTOMER}`,
    check: 'a bank entry stands in a bank statement, unless it repeats another',
  },
  {
    name: 'a place in a bank statement belongs to a stranger',
    simulates: 'a decision about a repeat that was taken back, and left the place with the other bank entry',
    sql: `update camt053_statement_entries place set brought_entry_id = other.entry_id
      from camt053_entries other where place.${CUSTOMER} and other.end_customer_id = place.end_customer_id
        and other.entry_id <> place.entry_id`,
    check: 'a place in a bank statement is that of the bank entry that it was brought by, or of its original',
  },
  {
    name: 'a bank entry repeats one of the other direction',
    simulates: 'a booking that is taken for a repeat and never booked',
    sql: `update camt053_entries entry set possible_repeat_of = other.entry_id, repeat_state = 'new'
      from camt053_entries other where entry.${CUSTOMER} and other.end_customer_id = entry.end_customer_id
        and other.credit_debit <> entry.credit_debit`,
    check: 'a bank entry repeats one of its account, day, amount and direction',
  },
  {
    name: 'a bank entry is edited',
    simulates: 'the amount that settlements may use is made larger',
    sql: `update camt053_entries set amount_minor = amount_minor * 2 where ${CUSTOMER} and credit_debit = 'DBIT'`,
    check: 'a bank entry is as it was read',
  },
  {
    name: 'a bank statement is edited',
    simulates: 'the file that was kept as evidence is another one now',
    sql: `update camt053_chunks set bytes = set_byte(bytes, 0, 0) where ${CUSTOMER}`,
    check: 'the bank statement is as it came',
  },
  {
    name: 'an event is lost',
    simulates: 'a reader of the feed would never hear of it',
    sql: `delete from events where ${CUSTOMER} and event_number = 2`,
    check: 'the feed is gapless',
  },
  {
    name: 'an event is lost of a feed that was cut, and an older one is left',
    simulates: 'a removal that has taken one event too far and left one, so that their count and the last number agree',
    sql: `delete from events where ${CUSTOMER} and event_number in (1, 3);
      update event_heads set first_kept_number = 3 where ${CUSTOMER}`,
    check: 'the feed is gapless',
  },
  {
    name: 'an event is there twice',
    simulates: 'a posting that appended its event again',
    sql: `insert into events (end_customer_id, event_number, event_type, subject_type, subject_id, journal_entry_id,
        blocker_codes)
      select end_customer_id, 100 + event_number, event_type, subject_type, subject_id, journal_entry_id, blocker_codes
      from events where ${CUSTOMER} and event_number = 1;
      update events set event_number = (select last_event_number + 1 from event_heads where ${CUSTOMER})
      where ${CUSTOMER} and event_number = 101;
      update event_heads set last_event_number = last_event_number + 1 where ${CUSTOMER}`,
    check: 'an event names an entry of its subject, once',
  },
]
