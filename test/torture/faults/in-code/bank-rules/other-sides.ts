import { by, type CodeFault, fault, put } from '../code-fault.ts'

const explained = (test: string) => by('api/bank-rules/explained/explained-entries', test)
const creditors = (test: string) => by('api/bank-rules/other-creditors', test)
const OTHER_CREDITOR = 'shared/camt053/matching/meant/other-creditor.ts'

/** Whom money goes to: another one than the supplier, or one that the bank names in a text alone. */
export const OTHER_SIDE_FAULTS: readonly CodeFault[] = [
  fault(
    'other side: a rule pays a bill that fits that of another supplier, too',
    'Müller AG is settled with the money of Müller GmbH, and that is paid twice',
    'shared/accounting/bank-rules/payable-to-settle.ts',
    put('if (payable.also_fits !== null)', `if (payable.also_fits === '')`),
    by(
      'api/bank-rules/other-candidates',
      'the rule that pays a payable stands back where the debit fits that of another supplier, too',
    ),
  ),
  fault(
    'other side: a rule does not ask whom a debit pays',
    'the same before the bill of the other one has come',
    'shared/store/bank-rules/meant-otherwise.ts',
    put('[...toOthers].map(', '[...toOthers].slice(0, 0).map('),
    creditors('stand back from a debit to another legal form'),
  ),
  fault(
    'other side: an account that was paid for another supplier says nothing',
    'a name like that of the supplier is enough',
    OTHER_CREDITOR,
    put('if (to !== null && others.accounts.has(to)) return true', ''),
    creditors('stand back from an account that was paid for another supplier, whatever the name'),
  ),
  fault(
    'other side: whoever has a word of the name is the supplier',
    'wages of Hans Müller settle the bill of Müller AG',
    OTHER_CREDITOR,
    put('isElsewhere(to, accounts) && !isSame', 'isElsewhere(to, accounts) && !isSame && keys.length === 0'),
    creditors('stand back from a debit to a name with more words, to another account'),
  ),
  fault(
    'other side: a settlement does not say that another open bill has the account',
    'by hand as by a rule',
    'shared/camt053/matching/orders/doubt-of-evidence.ts',
    put('part.open_elsewhere !== null && !namesDocument', `part.open_elsewhere === '' && !namesDocument`),
    by('api/settlement/evidence/open-elsewhere', 'warns where it has the name and account of another bill'),
  ),
  fault(
    'other side: what was settled for the wrong supplier frees the right bill',
    'the supplier that got the money gets it once more',
    'api/orders/planning/terms-of-order.ts',
    put('[...named, ...(await findDebitsOfCreditors(db, end_customer_id, payables))]', '[...named]'),
    by(
      'api/orders/paid-already/debits-given-away',
      'warn where it has the creditor and the amount of the bill, and has settled that of another supplier',
    ),
  ),
  fault(
    'other side: a name in a text is not read',
    'what the bank tells in one line is an expense of its own',
    'shared/camt053/matching/proposals.ts',
    put('? inText().has(target.partner_name)', '? inText().size < 0'),
    explained('DBIT the name in the text of the bank'),
  ),
  fault(
    'other side: an account in a text is not read',
    'the same where the bank tells the account alone',
    'shared/camt053/matching/orders/references-in-text.ts',
    put('name === null ? ibansIn(text) : []', 'name === null ? ibansIn(text).slice(0, 0) : []'),
    explained('DBIT the account of its document in the text of the bank'),
  ),
  fault(
    'other side: the account of a document says nothing',
    'the first payment to a supplier under another name is an expense of its own',
    'workers/bank/proposals/accounts-of-documents.ts',
    put(`own.has(accounts.get(id) ?? '')`, `own.has('')`),
    explained('DBIT the account of its document, and another name'),
  ),
  fault(
    'other side: an order reads no name in a text',
    'what the bank tells in one line holds nothing back',
    'shared/camt053/matching/orders/first-look.ts',
    put('names.within(looseNameWordsOf(text)).length > 0', 'names.within(new Set()).length > 0'),
    by(
      'api/orders/paid-already/what-debits-name',
      'with the name of its supplier in the text, to nobody: debit_not_booked',
    ),
  ),
  fault(
    'other side: a text that tells another creditor says nothing of a settlement',
    'one line of the bank names Holz, and Papier is settled with it',
    'shared/store/bank/uses/doubts/doubts-of-evidence.ts',
    put('(open_equal ?? []).find', '(open_equal ?? []).slice(0, 0).find'),
    by('api/settlement/evidence/open-elsewhere', 'warns where it has the name of another supplier in its text alone'),
  ),
  fault(
    'other side: a text that tells the creditor frees its bill once it is settled for another',
    'Holz is paid once more',
    'shared/store/orders/paid-already/debits-of-creditors.ts',
    put(`is_unnamed and text <> ''`, `is_unnamed and text = ''`),
    by(
      'api/orders/paid-already/debits-given-away',
      'warn where its text alone tells the creditor, and it has settled that of another supplier',
    ),
  ),
]
