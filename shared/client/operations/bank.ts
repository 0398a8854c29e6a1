import type { camt053Entry, camt053EntryList, reviewedBankEntry } from '../../contract/bank/bank-entries.ts'
import type { camt053EntryQuery } from '../../contract/bank/bank-entry-query.ts'
import type {
  bankEntryDismissalRequest,
  bankEntryLinkRequest,
  bankEntryReason,
  bankEntryUseList,
  bankEntryUseQuery,
} from '../../contract/bank/bank-entry-uses.ts'
import type { camt053Import, camt053ImportQuery, differenceAcceptance } from '../../contract/bank/camt053-imports.ts'
import type {
  camt054Entry,
  camt054EntryList,
  camt054EntryQuery,
  camt054Import,
  camt054ImportQuery,
} from '../../contract/bank/notifications.ts'
import type {
  payment,
  paymentList,
  paymentQuery,
  settlementCandidate,
  settlementCandidateList,
  settlementCandidateQuery,
} from '../../contract/bank/payments.ts'
import type { repeatReview } from '../../contract/bank/repeats.ts'
import type { oneQuery } from '../../contract/facts/source-facts.ts'
import { posts, reads, uploads } from '../operation.ts'

// biome-ignore format: one line for each operation
export const bankCalls = {
  importBankStatement: uploads<typeof camt053ImportQuery, typeof camt053Import>('/v1/camt-053/imports'),
  getBankStatementImport: reads<typeof oneQuery, typeof camt053Import, 'import_id'>('/v1/camt-053/imports/:import_id'),
  acceptImportDifference: posts<typeof differenceAcceptance, typeof camt053Import, 'import_id'>('/v1/camt-053/imports/:import_id/accept-difference'),
  listBankEntries: reads<typeof camt053EntryQuery, typeof camt053EntryList>('/v1/camt-053/entries'),
  getBankEntry: reads<typeof oneQuery, typeof camt053Entry, 'entry_id'>('/v1/camt-053/entries/:entry_id'),
  listBankEntryUses: reads<typeof bankEntryUseQuery, typeof bankEntryUseList, 'entry_id'>('/v1/camt-053/entries/:entry_id/uses'),
  linkBankEntry: posts<typeof bankEntryLinkRequest, typeof camt053Entry, 'entry_id'>('/v1/camt-053/entries/:entry_id/links'),
  reverseBankEntryLink: posts<typeof bankEntryReason, typeof camt053Entry, 'entry_id' | 'link_id'>('/v1/camt-053/entries/:entry_id/links/:link_id/reverse'),
  dismissBankEntry: posts<typeof bankEntryDismissalRequest, typeof camt053Entry, 'entry_id'>('/v1/camt-053/entries/:entry_id/dismiss'),
  undismissBankEntry: posts<typeof bankEntryReason, typeof camt053Entry, 'entry_id'>('/v1/camt-053/entries/:entry_id/undismiss'),
  reviewRepeat: posts<typeof repeatReview, typeof reviewedBankEntry, 'entry_id'>('/v1/camt-053/entries/:entry_id/repeat-review'),
  reverseRepeatReview: posts<typeof bankEntryReason, typeof camt053Entry, 'entry_id'>('/v1/camt-053/entries/:entry_id/repeat-review/reverse'),
  importNotification: uploads<typeof camt054ImportQuery, typeof camt054Import>('/v1/camt-054/imports'),
  getNotificationImport: reads<typeof oneQuery, typeof camt054Import, 'import_id'>('/v1/camt-054/imports/:import_id'),
  listNotifications: reads<typeof camt054EntryQuery, typeof camt054EntryList>('/v1/camt-054/entries'),
  getNotification: reads<typeof oneQuery, typeof camt054Entry, 'notification_id'>('/v1/camt-054/entries/:notification_id'),
  listPayments: reads<typeof paymentQuery, typeof paymentList>('/v1/payments'),
  getPayment: reads<typeof oneQuery, typeof payment, 'payment_id'>('/v1/payments/:payment_id'),
  listSettlementCandidates: reads<typeof settlementCandidateQuery, typeof settlementCandidateList>('/v1/settlement-candidates'),
  getSettlementCandidate: reads<typeof oneQuery, typeof settlementCandidate, 'candidate_id'>('/v1/settlement-candidates/:candidate_id'),
} as const
