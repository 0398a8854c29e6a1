import { by, type CodeFault, fault, put } from './code-fault.ts'

/** Tax records: how they are posted, read and added up. */
export const VAT_FAULTS: readonly CodeFault[] = [
  fault(
    'K410 reduces the deductible tax',
    'the relief is posted with the sign of a correction: the return asks for too much tax',
    'shared/accounting/journal/vouchers/record-of-voucher-line.ts',
    put(` && tax_code !== 'K410'`, ''),
    by('api/vat/k410', 'adds to the deductible tax, and a reversal takes it back'),
  ),
  fault(
    'totals of tax forget what no refresh has folded',
    'a VAT return that is right only a moment later',
    'sql/functions/vat/tax_totals_of_spans.sql',
    put('tax_records_between(customer, days.entry_number, through)', 'tax_records_between(customer, through, through)'),
    by(
      'api/vat/tax-records',
      'add up to the same totals before and after a refresh, and without tables, by days and by months',
    ),
  ),
  fault(
    'the payment of a document declares nothing',
    'consideration that was received and that no return ever has',
    'workers/settlement/post-allocation.ts',
    put('tax: found.taxes.get(open_item_id),', 'tax: undefined,'),
    by(
      'api/vat/received/received-payments',
      'declares the tax of an invoice pro rata with its payments, to the last Rappen',
    ),
  ),
  fault(
    'the reversal of a payment declares its tax once more',
    'tax of money that went back stays in the return, twice',
    'shared/accounting/journal/journal-entry.ts',
    put('{ tax_due: line.tax_due.map(mirrored) }', '{ tax_due: line.tax_due }'),
    by(
      'api/vat/received/received-payments',
      'declares the tax of an invoice pro rata with its payments, to the last Rappen',
    ),
  ),
  fault(
    'turnover under the net tax rate has no record',
    'sales that the return of the half year does not have',
    'shared/accounting/journal/invoice-posting.ts',
    put(`if (registration.method !== 'net_tax_rate') return gross`, 'return gross'),
    by(
      'api/vat/net-tax-rate',
      'have turnover tax included, by activity: 972.90 at 6.2 % is 60.32, and the export stands in 220',
    ),
  ),
  fault(
    'every document follows the newest registration',
    'after a change of the VAT method, a document of the year before is taxed by the new one',
    'shared/accounting/vat/registration.ts',
    put('.findLast(({ valid_from }) => valid_from <= date)', '.at(-1)'),
    by('api/vat/vat-registrations', 'a document follows the registration of its day of supply, whenever it is posted'),
  ),
  fault(
    'a registration passes over what is posted',
    'the books have tax of a method that the end customer never had',
    'api/vat/require-same-tax.ts',
    put('if (taxed.length > 0)', 'if (taxed.length > NAMED)'),
    by(
      'api/vat/vat-registrations',
      'what is posted with tax is not registered otherwise: 409 with its entries, until they are reversed',
    ),
  ),
  fault(
    'a registration looks at nothing that is posted meanwhile',
    'a change of method is accepted while a document is posted by the one before',
    'api/vat/require-same-tax.ts',
    put('looked?.as === as ? looked.through : 0n', 'last_entry_number'),
    by(
      'api/vat/vat-registrations',
      'what is posted with tax is not registered otherwise: 409 with its entries, until they are reversed',
    ),
  ),
  fault(
    'consideration and method change although items with tax are open',
    'tax of one method in a return of the other, where it has no place',
    'api/vat/require-same-tax.ts',
    put('if (items.length === 0) return', 'if (items.length >= 0) return'),
    by('api/vat/change-of-consideration', 'is refused while items with tax are open, and names them'),
  ),
  fault(
    'nobody keeps that a supplier was asked about',
    'each document of a supplier whose UID has no suffix is warned of, and warnings are read by nobody any more',
    'workers/facts/post-batch.ts',
    put('if (asked.length > 0) await insertAskedSuppliers(tx, asked)', ''),
    by('api/vat/supplier-uids', 'are asked about once, however the UID is spelt, and keep their input tax'),
  ),
  fault(
    'tax that is shown too low is booked as it is shown',
    'the return owes more than the consideration has, and the difference goes to the rounding account',
    'shared/accounting/journal/invoice-posting.ts',
    put('...owedOnGross(codeOf(printed), printed)', ''),
    by('api/vat/filing/tax-shown-too-low', 'is owed on what the customer pays, and turnover is what is left'),
  ),
  fault(
    'an error counts on the day of its document, whatever day it names',
    'the correction of a quarter has an error of another one',
    'shared/accounting/vat/filing/error-of-document.ts',
    put('  if (stated !== null)\n', "  if (stated === '')\n"),
    by('api/vat/filing/frozen-tax', 'of an error counts on the day that the request names, in whichever filed period'),
  ),
  fault(
    'a payment of before the change counts on its own day only',
    'a quarter declares tax twice, and the next takes it back',
    'shared/accounting/vat/tax-of-item.ts',
    put('({ ...tax, kind: DECLARED, tax_date: on })', '({ ...tax, kind: DECLARED })'),
    by(
      'api/vat/consideration/to-received',
      'counts a payment of before that is booked later with the change, and its reversal too',
    ),
  ),
  fault(
    'average rates are those of the day',
    'tax in francs by a rate that the end customer has not chosen',
    'shared/accounting/vat/time-of-rate.ts',
    put('? date.slice(0, 7) : date', '? date : date'),
    by('api/vat/average-rates', 'converts the documents with tax of who has chosen it, on every day of the month'),
  ),
  fault(
    'the tie to the tax accounts is as old as its totals',
    'a VAT return that does not explain what its newest entries have moved',
    'sql/functions/vat/tax_account_sums.sql',
    put(
      'taxed_lines_between(customer, folded.entry_number, through)',
      'taxed_lines_between(customer, through, through)',
    ),
    by('api/vat/tax-records', 'is the same before a fold, after it, and with entries behind it'),
  ),
  fault(
    'the method without a date is not kept',
    'a process of the release before changes the VAT method, and postings do not follow it',
    'sql/functions/vat/keep_undated_vat_method.sql',
    put('where method is distinct from vat_method', 'where method is null'),
    by(
      'store/vat/undated-vat-method',
      'is a registration from the first day on, whoever writes it, and each change is kept',
    ),
  ),
  fault(
    'a filed return answers as the books are now',
    'a return that differs from the one at the tax administration',
    'api/vat/returns/read-return.ts',
    put(
      'if (filing && !isLast) return answerOf(filing, query.locale)',
      'if (filing === undefined) return answerOf(filing, query.locale)',
    ),
    by('api/vat/filing/file-vat-return', 'answer with the same bytes in every form, whatever comes later'),
  ),
  fault(
    'a return is filed whatever of its days is blocked',
    'an invoice that no return has, and nobody was told',
    'api/vat/returns/open-work/require-accepted.ts',
    put('!reasons.has(code)', 'false'),
    by('api/vat/filing/open-work', 'is filed only with a word about each of them, and keeps that for ever'),
  ),
  fault(
    'the transfer of a return leaves acquisition tax behind',
    'an account with the tax administration that does not owe what was declared',
    'sql/functions/vat/owed_sign.sql',
    put(`'output', 'acquisition', 'input_correction'`, `'output', 'input_correction'`),
    by(
      'api/vat/filing/file-vat-return',
      'transfer the tax of all accounts to 2201, and keep the figures, the file and their hashes',
    ),
  ),
  fault(
    'a document across a change of consideration follows its supply',
    'a credit note that takes back tax which the transfer has taken back already',
    'shared/accounting/vat/registration.ts',
    put('(ofDocument.method === ofSupply.method ? ofDocument : ofSupply)', 'ofSupply'),
    by('api/vat/consideration/documents-across', 'a credit note of a part counts when it is set off'),
  ),
  fault(
    'the tie forgets what payments declare in the reconciliation of the year',
    'a correction that can never be filed',
    'api/vat/returns/read-figures.ts',
    put(' + owedOf(declared_annually)', ''),
    by('api/vat/filing/words/payments-of-a-filed-quarter', 'count in its correction, in the year'),
  ),
  fault(
    'returns are filed in any order',
    'a quarter that is skipped, and never declared',
    'api/vat/returns/require-fileable.ts',
    put('if (earlier !== null)', "if (earlier === '')"),
    by('api/vat/filing/net-tax-rate', 'is that of the first period with turnover, which has no figure of the form'),
  ),
]
