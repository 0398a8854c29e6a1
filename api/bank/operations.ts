import { camt053Entry, camt053EntryList, reviewedBankEntry } from '../../shared/contract/bank/bank-entries.ts'
import { bankEntryUseList } from '../../shared/contract/bank/bank-entry-uses.ts'
import { camt053Import } from '../../shared/contract/bank/camt053-imports.ts'
import { camt054Entry, camt054EntryList, camt054Import } from '../../shared/contract/bank/notifications.ts'
import {
  payment,
  paymentList,
  settlementCandidate,
  settlementCandidateList,
} from '../../shared/contract/bank/payments.ts'
import type { Operations } from '../http/endpoint.ts'

// biome-ignore format: one line for each operation
export const bankOperations = {
  importBankStatement: { response: camt053Import, summary: 'Import a bank statement (camt.053 of any version) as evidence' },
  getBankStatementImport: { response: camt053Import, summary: 'One import: its state and the figures of its bank statements' },
  acceptImportDifference: { response: camt053Import, summary: 'Accept balances that do not add up, with a justification' },
  listBankEntries: { response: camt053EntryList, summary: 'Bank entries, each once, in the order in which they came' },
  getBankEntry: { response: camt053Entry, summary: 'One bank entry with its canonical hash' },
  listBankEntryUses: { response: bankEntryUseList, summary: 'All uses of a bank entry, which itself shows the first 100' },
  linkBankEntry: { response: camt053Entry, summary: 'Link a bank entry to a line that is posted already' },
  reverseBankEntryLink: { response: camt053Entry, summary: 'Take a link back; nothing is booked' },
  dismissBankEntry: { response: camt053Entry, summary: 'Say why nobody is to book a bank entry, or two that cancel out' },
  undismissBankEntry: { response: camt053Entry, summary: 'Take a dismissal back' },
  reviewRepeat: { response: reviewedBankEntry, summary: 'Decide whether a bank entry repeats another one, or decide it the other way' },
  reverseRepeatReview: { response: camt053Entry, summary: 'Take the decision of a reviewer back: it is a possible repeat again' },
  importNotification: { response: camt054Import, summary: 'Import notifications (camt.054 of any version): details of bank entries' },
  getNotificationImport: { response: camt054Import, summary: 'One import of notifications' },
  listNotifications: { response: camt054EntryList, summary: 'Notified bookings, each once, with the bank entries that they belong to' },
  getNotification: { response: camt054Entry, summary: 'One notified booking with its details' },
  listPayments: { response: paymentList, summary: 'Incoming payments according to bank statements, oldest first' },
  getPayment: { response: payment, summary: 'One payment with its allocated and open amounts' },
  listSettlementCandidates: { response: settlementCandidateList, summary: 'Proposals for payments and debits, with score and reasons' },
  getSettlementCandidate: { response: settlementCandidate, summary: 'One proposal of the matcher' },
} as const satisfies Operations
