import { CUSTOMER, type DataFault } from './data-fault.ts'

const POSTED = `${CUSTOMER} and state = 'posted'`
const MOVES = 'allocations and settlements move the items that they say'
const IN_ITS_ENTRY = 'a use of a bank entry stands in the entry of its source'
const AS_READ = 'a bank statement is what its import has read'

/** Rows that repeat what stands somewhere else: the verifier recounts them from there. */
export const RECOUNTED_ROW_FAULTS: readonly DataFault[] = [
  {
    name: 'a use of a bank entry moves to another entry',
    simulates: 'a bank entry that counts as booked by a line on which it never moved anything',
    sql: `update bank_entry_uses used set journal_entry_id = line.journal_entry_id, line_number = line.line_number,
        account_code = line.account_code, posting_date = line.posting_date, entry_number = line.entry_number
      from (
        select entry.journal_entry_id, line.line_number, line.account_code, line.posting_date, line.entry_number
        from journal_lines line join journal_entries entry using (end_customer_id, entry_number)
        where line.${CUSTOMER} and entry_number = 1 and debit_minor > 0 limit 1
      ) line
      where used.${POSTED} and used_by = 'allocation'`,
    check: IN_ITS_ENTRY,
  },
  {
    name: 'a use of a bank entry has another source',
    simulates: 'a use that the reversal of its allocation does not give back',
    sql: `update bank_entry_uses set source_id = gen_random_uuid() where ${POSTED} and used_by = 'allocation'`,
    check: IN_ITS_ENTRY,
  },
  {
    name: 'a line of an allocation names another item',
    simulates: 'a reversal that opens an invoice which was never paid',
    sql: `update allocation_lines set document_id = gen_random_uuid() where ${CUSTOMER}`,
    check: MOVES,
  },
  {
    name: 'the book value of a line of an allocation is edited',
    simulates: 'a reversal that gives an item more of its book value than was taken',
    sql: `update allocation_lines set base_amount_minor = base_amount_minor + 1 where ${CUSTOMER}`,
    check: MOVES,
  },
  {
    name: 'a settlement names another payable',
    simulates: 'a reversal that opens a payable which was never paid',
    sql: `update supplier_settlements set supplier_payable_id = (
        select open_item_id from open_items where ${CUSTOMER} and kind = 'payable' and state = 'open'
          and open_item_id <> supplier_payable_id limit 1
      ) where ${CUSTOMER}`,
    check: MOVES,
  },
  {
    name: 'the purpose of a movement is edited',
    simulates: 'a payment that lists of open items show as a write-off',
    sql: `update open_item_changes set purpose = 'write_off' where ${CUSTOMER} and purpose = 'payment'`,
    check: MOVES,
  },
  {
    name: 'a reversal becomes a payment',
    simulates: 'a list of open items that shows money which nobody has paid',
    sql: `update open_item_changes set purpose = 'payment' where ${CUSTOMER} and purpose = 'reversal'`,
    check: 'a movement of an open item has the purpose of its line',
  },
  {
    name: 'a control account is forgotten, and its totals with it',
    simulates: 'a sub-ledger that no check compares with the ledger any more',
    sql: `delete from control_account_totals where ${CUSTOMER} and account_code = '2000';
      delete from control_accounts where ${CUSTOMER} and account_code = '2000'`,
    check: 'an open item stands on a control account',
  },
  {
    name: 'an open item becomes one that was taken over',
    simulates: 'an invoice of this year that the trial balance shows as opening balance',
    sql: `update open_items set is_opening = true where ${CUSTOMER}`,
    check: 'an open item knows whether it was taken over',
  },
  {
    name: 'a bank entry gets room beyond its amount',
    simulates: 'a bank entry that may be booked twice',
    sql: `update camt053_entries set conflict_minor = amount_minor where ${CUSTOMER}`,
    check: 'a bank entry has no room beyond its amount, but for what was used before',
  },
  {
    name: 'a bank entry says that it brings money back',
    simulates: 'a payment of a customer that is taken for one that came back',
    sql: `update camt053_entries set says_return = not says_return where ${CUSTOMER}`,
    check: 'a bank entry is as it was read',
  },
  {
    name: 'a role of open items gets an account without any',
    simulates: 'payables that no list of open items shows',
    sql: `update account_mappings set account_code = '2200' where ${CUSTOMER} and mapping_key = 'posting.accounts_payable'`,
    check: 'the account of a role of open items is a control account',
  },
  {
    name: 'a payment gets another currency',
    simulates: 'francs that are allocated as euros',
    sql: `update payments set currency = 'EUR' where ${CUSTOMER}`,
    check: 'a payment is of the account and currency of its bank entry',
  },
  {
    name: 'the closing balance of a bank statement is edited',
    simulates: 'a bank reconciliation that explains a balance which the bank never stated',
    sql: `update camt053_statements set figures = jsonb_set(figures, '{closing}', '{"signed_minor": "1"}') where ${CUSTOMER}`,
    check: AS_READ,
  },
  {
    name: 'a bank statement moves to another account',
    simulates: 'the balance of one account that explains the ledger of another',
    sql: `update camt053_statements set account = 'CH5604835012345678009' where ${CUSTOMER}`,
    check: AS_READ,
  },
  {
    name: 'a bank statement ends on another day',
    simulates: 'a bank statement that is not compared with its repeat',
    sql: `update camt053_statements set until = '2020-01-01' where ${CUSTOMER}`,
    check: AS_READ,
  },
  {
    name: 'an open item in euros has an amount that its account has not',
    simulates: 'a sub-ledger that differs in its currency while its francs are right',
    sql: `update control_account_totals set item_minor = item_minor + 1 where end_customer_id = :other and currency = 'EUR'`,
    check: 'Open items come to the balance of their control account, beside lines from before there were open items',
  },
]
