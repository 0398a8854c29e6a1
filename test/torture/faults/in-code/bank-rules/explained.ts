import { by, type CodeFault, fault, put } from '../code-fault.ts'

const caught = (test: string) => by('api/bank-rules/explained/explained-entries', test)

/** Bank entries that something explains, and rules that stand back for it. */
export const EXPLAINED_FAULTS: readonly CodeFault[] = [
  fault(
    `a rule looks at the account's currency alone`,
    'a bill in euros that was paid in francs is an expense twice',
    'shared/camt053/matching/currencies/match-currencies.ts',
    put(
      'if (currencies.every((currency) => currency === payment.currency)) return own',
      'if (currencies.length >= 0) return own',
    ),
    caught('DBIT euros are owed, and the bank takes francs: their RF reference'),
  ),
  fault(
    'what was ordered in another currency says nothing',
    'a debit that names no reference, and is exactly what is open',
    'shared/camt053/matching/currencies/match-currencies.ts',
    put(
      'if (!instructed || instructed.currency === payment.currency) return null',
      'if (!instructed || instructed.currency !== payment.currency) return null',
    ),
    caught('DBIT what was ordered in euros, and the name'),
  ),
  fault(
    'the value in the books makes no guess',
    'francs to a supplier whom euros are owed are an expense',
    'shared/camt053/matching/currencies/proposals-across.ts',
    put('...owed.filter(isWorth)', '...owed.slice(0, 0)'),
    caught('DBIT the name, and about the value in the books'),
  ),
  fault(
    'what a customer has sent is not read',
    'francs for an invoice in euros are revenue once more',
    'workers/bank/proposals/match-open-items.ts',
    put(`side === 'document' && read.some(hasOther)`, `side !== 'document' && read.some(hasOther)`),
    caught('CRDT what the customer has sent in euros, and the name'),
  ),
  fault(
    'a reference in a text counts nothing',
    'who types it in e-banking pays an expense of its own',
    'shared/camt053/matching/orders/references-in-text.ts',
    put('joinedWords(text, REFERENCES, (joined) =>', `joinedWords('', REFERENCES, (joined) =>`),
    caught('DBIT the own QR reference in blocks, typed into the text'),
  ),
  fault(
    'a rule pays the bill that a text contradicts',
    'October is paid with the money of November',
    'shared/camt053/matching/ruled-bank-entry.ts',
    put(
      'return [...structured, ...texts.flatMap(paymentReferencesIn)]',
      'return texts.length < 0 ? texts : structured',
    ),
    caught('the rule that pays a payable stands back where the reference of another document stands in the text'),
  ),
  fault(
    'a rule pays the bill whose number a text contradicts',
    'October is paid with the money of November, which has no QR code',
    'shared/store/bank-rules/payables-of-rule.ts',
    put('const isOtherNumber = !isOwn && ', 'const isOtherNumber = isOwn && '),
    caught('the rule that pays a payable stands back where the number of another document stands in the text'),
  ),
  fault(
    'another number of its series is no doubt',
    'a proposal for October as sure as any, and a hold for November',
    'shared/camt053/matching/doubts.ts',
    put(`isOfOther ? withReasons(one, ['other_number'])`, `isOfOther && isNamed ? withReasons(one, ['other_number'])`),
    by('api/orders/paid-already/what-debits-name', 'with another number of its series: debit_may_fit'),
  ),
  fault(
    'a number in its own place is there by chance',
    'a debit that says which bill it pays is an expense',
    'shared/camt053/matching/other-candidates.ts',
    put('refers_to_documents || !isByChance(reasons)', '!isByChance(reasons)'),
    caught('DBIT their number among the documents that are paid, and nothing else'),
  ),
  fault(
    'the payments of a collective debit are proposed for nothing',
    'one of them is a bill, and all of them an expense',
    'workers/bank/proposals/with-parts-of-debits.ts',
    put('if (ids.length === 0) return ofWhole', 'if (ids.length >= 0) return ofWhole'),
    caught('DBIT a payment of a collective debit: name and amount'),
  ),
  fault(
    'a guess stops no rule',
    'a name and an amount that somebody owes are booked as something else',
    'shared/camt053/matching/other-candidates.ts',
    put(
      'if (others.some(({ target_id }) => target_id === settled)) return null',
      'if (settled === null || others.length === 0) return null',
    ),
    caught('CRDT the name in the text of the bank'),
  ),
  fault(
    'credit that is set off explains nothing',
    'the rest of a bill is an expense of its own',
    'shared/camt053/matching/sums/with-set-off.ts',
    put('if (credits.size === 0 || ', 'if (credits.size >= 0 || '),
    caught('DBIT a credit note that is set off'),
  ),
  fault(
    'credit that a supplier pays back explains nothing',
    'a credit note that is income once more',
    'workers/bank/match-settlements.ts',
    put(`    ['supplier_payable', findUntouchedCredits],\n`, ''),
    caught('CRDT a supplier pays its credit note back'),
  ),
  fault(
    'money that comes back without a word explains nothing',
    'a bill that stays paid, and revenue that nobody has made',
    'shared/camt053/returns/match-returned.ts',
    put('ofMoney(ofBatch.length > 0 ? ofBatch : matchSender(returning, subjects))', 'ofMoney(ofBatch)'),
    caught('CRDT the name and the amount of a bill that was paid'),
  ),
  fault(
    'a part, charges and rounding explain nothing',
    'a bill that is paid in part is an expense once more',
    'shared/camt053/matching/meant/what-may-be-meant.ts',
    put('some(({ direction }) => direction === credit_debit)', 'some(({ direction }) => direction !== credit_debit)'),
    caught(`DBIT a bill of 1'081.00 is open: with charges`),
  ),
  fault(
    'a run of rules knows the partners of its beginning',
    'a bill that is posted while rules book is an expense once more',
    'shared/store/bank-rules/known-partners.ts',
    put('known.head === head', 'known.head <= head'),
    by('store/bank-rules/known-partners', 'are read once, and then with what was posted since'),
  ),
  fault(
    'a document that is paid is none that we know',
    'money that comes back with its reference is revenue',
    'shared/store/bank-rules/naming-entries.ts',
    put('where item.is_open or item.is_recent and', 'where item.is_open and'),
    caught('CRDT a part back with the reference of the paid bill, of somebody else'),
  ),
]
