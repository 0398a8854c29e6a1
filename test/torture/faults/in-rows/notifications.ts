import type { DataFault } from './data-fault.ts'

/** The end customer whose batch has its details by a notification. */
const NOTIFIED = 'end_customer_id = :other'

/** Rows of notifications, and of the payments that their details are. */
export const NOTIFICATION_ROW_FAULTS: readonly DataFault[] = [
  {
    name: 'a notification is edited',
    simulates: 'details that the bank did not write',
    sql: `update camt054_entries set entry = jsonb_set(entry, '{tx_details,0,debtor_name}', '"X"') where ${NOTIFIED}`,
    check: 'a notification is as it was read',
  },
  {
    name: 'a detail is paid by somebody else',
    simulates: 'an allocation to the documents of another customer',
    sql: `update payments set debtor_name = 'X' where ${NOTIFIED} and transaction_number = 2`,
    check: 'details are the payments of their bank entry',
  },
  {
    name: 'a detail is counted once more',
    simulates: 'the same money twice',
    sql: `insert into payments (end_customer_id, payment_id, entry_id, transaction_number, import_id, account, currency,
        amount_minor, open_amount_minor, payment_references, remittance_text, created_at)
      select end_customer_id, gen_random_uuid(), entry_id, 3, import_id, account, currency, amount_minor, amount_minor,
        payment_references, remittance_text, created_at
      from payments where ${NOTIFIED} and transaction_number = 2`,
    check: 'payments add up to their bank entry',
  },
  {
    name: 'a payment is superseded by nothing',
    simulates: 'money that is in no list',
    sql: `update payments set superseded_by = entry_id where ${NOTIFIED} and transaction_number = 2`,
    check: 'a payment is superseded by a notification that completes its bank entry',
  },
  {
    name: 'a superseded payment is open',
    simulates: 'a batch that is allocated beside its details',
    sql: `update payments set open_amount_minor = amount_minor where ${NOTIFIED} and superseded_by is not null`,
    check: 'a payment is open as far as nothing has used it',
  },
  {
    name: 'a notification belongs to a booking of another direction',
    simulates: 'details of money that went out, for money that came in',
    sql: `update camt054_entries set credit_debit = 'DBIT' where ${NOTIFIED}`,
    check: 'a notification belongs to a booked bank entry of its account, day and direction',
  },
]
