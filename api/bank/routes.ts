import { camt053EntryQuery } from '../../shared/contract/bank/bank-entry-query.ts'
import {
  bankEntryDismissalRequest,
  bankEntryLinkRequest,
  bankEntryReason,
  bankEntryUseQuery,
} from '../../shared/contract/bank/bank-entry-uses.ts'
import { camt053ImportQuery, differenceAcceptance } from '../../shared/contract/bank/camt053-imports.ts'
import { camt054EntryQuery, camt054ImportQuery } from '../../shared/contract/bank/notifications.ts'
import { paymentQuery, settlementCandidateQuery } from '../../shared/contract/bank/payments.ts'
import { repeatReview } from '../../shared/contract/bank/repeats.ts'
import { oneQuery } from '../../shared/contract/facts/source-facts.ts'
import { get, post, routes, upload } from '../http/route.ts'
import { dismissBankEntry } from './dismissals/dismiss-bank-entry.ts'
import { undoBankEntryDismissal } from './dismissals/undo-dismissal.ts'
import { acceptImportDifference } from './imports/accept-import-difference.ts'
import { importBankStatement } from './imports/import-bank-statement.ts'
import { readImport } from './imports/read-import.ts'
import { BANK_STATEMENT_FILE, NOTIFICATION_FILE } from './imports/receive-bank-statement.ts'
import { linkBankEntry } from './links/link-bank-entry.ts'
import { reverseLink } from './links/reverse-link.ts'
import { importNotification } from './notifications/import-notification.ts'
import { readCamt054Import } from './notifications/read-camt054-import.ts'
import { readNotification } from './notifications/read-notification.ts'
import { readNotifications } from './notifications/read-notifications.ts'
import { bankOperations } from './operations.ts'
import { readBankEntries } from './read-bank-entries.ts'
import { readBankEntry } from './read-bank-entry.ts'
import { readBankEntryUses } from './read-bank-entry-uses.ts'
import { readCandidate } from './read-candidate.ts'
import { readCandidates, readCandidatesPage } from './read-candidates.ts'
import { readPayment } from './read-payment.ts'
import { readPayments } from './read-payments.ts'
import { reverseRepeatReview } from './repeats/reverse-repeat-review.ts'
import { reviewRepeat } from './repeats/review-repeat.ts'

// biome-ignore format: one line for each endpoint
export const bankRoutes = routes(bankOperations, {
  importBankStatement: upload('/v1/camt-053/imports', 202, camt053ImportQuery, BANK_STATEMENT_FILE, importBankStatement),
  getBankStatementImport: get('/v1/camt-053/imports/:import_id', oneQuery, readImport),
  acceptImportDifference: post('/v1/camt-053/imports/:import_id/accept-difference', 202, differenceAcceptance, acceptImportDifference),
  listBankEntries: get('/v1/camt-053/entries', camt053EntryQuery, readBankEntries),
  getBankEntry: get('/v1/camt-053/entries/:entry_id', oneQuery, readBankEntry, { cost: 'expensive' }),
  listBankEntryUses: get('/v1/camt-053/entries/:entry_id/uses', bankEntryUseQuery, readBankEntryUses),
  linkBankEntry: post('/v1/camt-053/entries/:entry_id/links', 201, bankEntryLinkRequest, linkBankEntry),
  reverseBankEntryLink: post('/v1/camt-053/entries/:entry_id/links/:link_id/reverse', 201, bankEntryReason, reverseLink),
  dismissBankEntry: post('/v1/camt-053/entries/:entry_id/dismiss', 201, bankEntryDismissalRequest, dismissBankEntry),
  undismissBankEntry: post('/v1/camt-053/entries/:entry_id/undismiss', 201, bankEntryReason, undoBankEntryDismissal),
  reviewRepeat: post('/v1/camt-053/entries/:entry_id/repeat-review', 201, repeatReview, reviewRepeat, { cost: 'expensive' }),
  reverseRepeatReview: post('/v1/camt-053/entries/:entry_id/repeat-review/reverse', 201, bankEntryReason, reverseRepeatReview, { cost: 'expensive' }),
  importNotification: upload('/v1/camt-054/imports', 202, camt054ImportQuery, NOTIFICATION_FILE, importNotification),
  getNotificationImport: get('/v1/camt-054/imports/:import_id', oneQuery, readCamt054Import),
  listNotifications: get('/v1/camt-054/entries', camt054EntryQuery, readNotifications),
  getNotification: get('/v1/camt-054/entries/:notification_id', oneQuery, readNotification, { cost: 'expensive' }),
  listPayments: get('/v1/payments', paymentQuery, readPayments),
  getPayment: get('/v1/payments/:payment_id', oneQuery, readPayment, { answer: 'short' }),
  listSettlementCandidates: get('/v1/settlement-candidates', settlementCandidateQuery, readCandidates, { cost: 'expensive', shown: readCandidatesPage }),
  getSettlementCandidate: get('/v1/settlement-candidates/:candidate_id', oneQuery, readCandidate, { answer: 'short' }),
})
