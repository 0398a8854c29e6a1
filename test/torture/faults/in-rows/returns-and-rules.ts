import type { DataFault } from './data-fault.ts'

/** The end customer whose payments came back, and whose charges a rule has booked. */
const RETURNED = 'end_customer_id = :other'

/** Rows of what came back, and of what rules have booked. */
export const RETURN_AND_RULE_ROW_FAULTS: readonly DataFault[] = [
  {
    name: 'a return is of another payment',
    simulates: 'a settlement that is reversed for money of somebody else',
    sql: `update bank_returns set original_entry_id = entry_id where ${RETURNED} and source_fact_id is null`,
    check: 'a return undoes what its bank entry had moved',
  },
  {
    name: 'a return goes the way of its payment',
    simulates: 'money that was paid once more, taken for money that came back',
    sql: `update camt053_entries set credit_debit = 'DBIT' where ${RETURNED} and amount_minor = 30000 and credit_debit = 'CRDT'`,
    check: 'money that came back goes the other way than it went',
  },
  {
    name: 'more came back than was paid',
    simulates: 'one return that is booked twice',
    sql: `update bank_returns set returned_minor = 5001 where ${RETURNED} and source_fact_id is not null`,
    check: 'a settlement or allocation gives back no more than it has moved',
  },
  {
    name: 'the bank entry that brought money back is free again',
    simulates: 'money that a payment of a customer books once more',
    sql: `update bank_entry_uses set state = 'released', released_at = now(), released_by = 'x'
      where ${RETURNED} and used_by = 'return' and entry_id in (select entry_id from bank_returns)`,
    check: 'the reversal by a return books both bank entries',
  },
  {
    name: 'a return is taken back, and its bank entries stay booked',
    simulates: 'a payable that cannot be paid by the debit that had paid it',
    sql: `update bank_returns set undone_by = 'x', undone_at = now() where ${RETURNED} and source_fact_id is null`,
    check: 'a use by a return has its return',
  },
  {
    name: 'the name of a payment is lost',
    simulates: 'money that comes back, and nobody is told of what it had paid',
    sql: `delete from bank_entry_names where ${RETURNED}`,
    check: 'a bank entry is found by the names of its payments',
  },
  {
    name: 'the voucher of a return is exchanged',
    simulates: 'a voucher that books another bank entry',
    sql: `update bank_returns set amount_minor = amount_minor - 1 where ${RETURNED} and source_fact_id is not null`,
    check: 'the voucher of a return books its bank entry',
  },
  {
    name: 'the booking of a rule names another bank entry',
    simulates: 'a rule that is blamed for what it has not booked',
    sql: `update bank_rule_bookings set entry_id = (
        select entry_id from camt053_entries where ${RETURNED} and amount_minor = 30000 limit 1
      ) where ${RETURNED}`,
    check: 'the voucher of a rule names its version and books its bank entry',
  },
  {
    name: 'a bank entry has two vouchers of a rule',
    simulates: 'two workers that book charges at the same moment',
    sql: `insert into bank_rule_bookings select end_customer_id, gen_random_uuid(), rule_id, version, entry_id, (
          select source_fact_id from fact_states where ${RETURNED} and state = 'posted' and source_fact_id not in (
            select source_fact_id from bank_rule_bookings
          ) limit 1
        ), is_automatic, actor_id, request_id, created_at
      from bank_rule_bookings where ${RETURNED}`,
    check: 'a bank entry has one voucher of a rule at a time',
  },
]
