import { by, type CodeFault, fault, put } from './code-fault.ts'

const DIFFERENCES = 'api/bank/differences-and-pages'

const EITHER_ORDER = 'api/bank/notifications/either-order'
const USED_PAYMENTS = 'api/bank/notifications/used-payments'

/** Bank statements: what is not imported, and what books a bank entry. */
export const BANK_IMPORT_FAULTS: readonly CodeFault[] = [
  fault(
    'a difference is accepted in silence',
    'a bank statement with a missing booking is imported',
    'api/bank/imports/import-bank-statement.ts',
    put(`wrong && justification === null ? 'rejected' : 'received'`, `'received'`),
    by(DIFFERENCES, 'a rejected one is imported when somebody accepts the difference, and says so'),
  ),
  fault(
    'a test of the bank becomes bookings',
    'invented money in the books',
    'api/bank/imports/require-productive.ts',
    put(`options.test_file === 'accept'`, `options.test_file !== 'refuse'`),
    by(DIFFERENCES, 'a test of the bank is refused, unless somebody says that it is to be booked'),
  ),
  fault(
    'pages are not added up',
    'a bank statement of two pages is rejected',
    'api/bank/imports/receive-bank-statement.ts',
    put('statements: addUpPages(statements)', 'statements'),
    by(DIFFERENCES, 'pages that repeat the balances of the whole are added up, in one message'),
  ),
  fault(
    'a field of any length is kept',
    'an import that no index can hold fails for ever',
    'shared/camt053/bank-statement.ts',
    put('account.length <= MAX_ACCOUNT', 'account.length <= 90_000'),
    by('camt053/refusals', 'refuses an IBAN that no list can hold: text_too_long'),
  ),
  fault(
    'processes of the release before keep bank entries once more',
    'during an upgrade money that came once is booked twice',
    'sql/functions/bank/keep_bank_statements.sql',
    put('if new.possible_repeat_count is null then', 'if false then'),
    by('store/bank/newer-rule', 'is refused where it would keep a bank entry that this release has kept'),
  ),
  fault(
    'a line of the ledger is linked beyond its amount',
    'one booking explains two lines of the bank statement',
    'api/bank/links/link-bank-entry.ts',
    put('if (amount_minor <= left) return []', 'if (left >= 0n) return []'),
    by(
      'api/bank/links-and-dismissals',
      'a line that was booked before the statement came is linked, up to both amounts, and taken back',
    ),
  ),
  fault(
    'a dismissed bank entry is allocated',
    'money that the bank has taken back pays an invoice',
    'api/settlement/allocations/require-unbooked.ts',
    put('if (bankEntry.refusal !== null)', `if (bankEntry.refusal === '')`),
    by(
      'api/bank/links-and-dismissals',
      'a dismissed bank entry is booked by nobody, until that is taken back; two that cancel out are a pair',
    ),
  ),
  fault(
    'credit that was given before does not count',
    'one payment pays two invoices, once its first credit is used',
    'shared/accounting/bank/left-for-credit.ts',
    put('for (const credit of before)', 'for (const credit of before.slice(before.length))'),
    by('api/bank/credit-with-bank-leg', 'is given once, however much of it is used, by whom, and given back'),
  ),
  fault(
    'a decision about a repeat that is taken back leaves its places behind',
    'the bank entry stands in no bank statement, and the bank reconciliation has it once too few',
    'shared/store/bank/repeats/repeat-decisions.ts',
    put(', brought_entry_id = nullif(brought_entry_id', ', brought_entry_id = (brought_entry_id'),
    by(
      'api/bank/repeats/decisions-taken-back',
      'repeat: it has its bank statement again, is listed as a possible repeat and may become new',
    ),
  ),
  fault(
    'what books a bank entry does not keep its decision',
    'money that is booked may be a repeat that nobody is to book',
    'api/bank/repeats/take-decision-back.ts',
    put('if (used_minor > 0n)', 'if (used_minor < 0n)'),
    by(
      'api/bank/repeats/decisions-taken-back',
      'new: not while a voucher, a draft or a dismissal holds it, which the answer names',
    ),
  ),
  fault(
    'a bank statement is its own way to the balance of another one',
    'the first bank statement of an account is left out, and its money stands in the opening difference',
    'shared/accounting/bank/reconciliation/shared-money.ts',
    put('[...moneys.filter(known.has), ...twins]', 'moneys.filter(known.has)'),
    by(
      'api/bank/reconciliation/listed-repeats',
      'where the balances have it a second time: it is a difference too, with the sign of the bank',
    ),
  ),
  fault(
    'a QR-IBAN is an account of its own',
    'the bank reconciliation adds the balance of one account twice, and its months are booked twice',
    'workers/bank/import-bank-statements.ts',
    put('bank_account: accountOf(bankAccountKey(figures))', 'bank_account: bankAccountKey(figures)'),
    by('api/bank/accounts/qr-ibans', 'has one hash, under whichever name its bank entry comes'),
  ),
  fault(
    'a notification joins a booking of another day',
    'payers of one batch are those of another one',
    'shared/camt053/notifications/free-notifications.ts',
    put('JSON.stringify([account, day, currency', 'JSON.stringify([account, currency'),
    by('camt053/plan-joins', 'nothing joins a booking that differs in anything'),
  ),
  fault(
    'details are given to a booking that shares its reference with one that has them',
    'the same payers twice',
    'shared/camt053/notifications/plan-joins.ts',
    put('if (isEqual || ', 'if (false && '),
    by('camt053/plan-joins', 'details stay with the booking that says them itself'),
  ),
  fault(
    'a page of a batch is taken for the whole',
    'a batch has fewer payers than paid',
    'shared/camt053/notifications/notified-details.ts',
    put(
      'if (tx_details.length === 1) return told === null ? amount_minor : split',
      'if (tx_details.length === 1) return amount_minor',
    ),
    by(EITHER_ORDER, 'a batch cut into notifications is joined when all of them are there, statement first'),
  ),
  fault(
    'a payment in use is replaced by its details',
    'money is allocated twice',
    'shared/store/bank/notifications/join-notifications.ts',
    put("whole.payment && whole.is_used ? 'payment_used' : null", 'null'),
    by(USED_PAYMENTS, 'an allocation keeps the payment; the details become payments when it is reversed'),
  ),
  fault(
    'a superseded payment stays in the lists',
    'a batch is shown beside its details',
    'shared/store/bank/payments.ts',
    put('sql.fragment`superseded_by is null and not', 'sql.fragment`not'),
    by(EITHER_ORDER, 'the details become the payments of a batch without details, statement first'),
  ),
  fault(
    'a reversal does not look again when details come',
    'a payment that the bank took back is open',
    'shared/store/bank/notifications/returns-again.ts',
    put('if (accounts.length === 0) return []', 'if (accounts.length >= 0) return []'),
    by('api/bank/notifications/other-accounts', 'a reversal that came before the details takes back what they are'),
  ),
]
