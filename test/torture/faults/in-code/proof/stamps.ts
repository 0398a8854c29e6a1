import { by, type CodeFault, fault, put } from '../code-fault.ts'

/** What stamps prove, and what an export and its import must not lose. */
export const STAMP_FAULTS: readonly CodeFault[] = [
  fault(
    'nobody says that stamps were believed',
    'an auditor takes the stamps of whoever has forged the books for those of an authority',
    'shared/cli/ops/exports/verify-export-file.ts',
    put('if (stamped_entries > 0) warnOfStamps(trusted)', ''),
    by('cli/exports/audit-package', 'verifies without a database, and finds a changed, a missing and a strange file'),
  ),
  fault(
    'a token of another time is kept',
    'the proof of today says that the entries were there last year',
    'shared/proof/tokens/answer-of-authority.ts',
    put('<= MOST_APART_MS', '>= 0'),
    by('proof/ask-authority', 'a time that is not ours is refused, in both directions'),
  ),
  fault(
    'an authority signs stamps by the certificate of a web server',
    'a certificate that anybody gets for his domain makes stamps',
    'shared/proof/tokens/certificate-purposes.ts',
    put('String(purposesOf(purposes.value)) === TIME_STAMPING', 'true'),
    by('proof/tokens', 'a certificate for something else, which is critical as well, is no stamp'),
  ),
  fault(
    'what an import does not know is lost',
    'an export of a changed release comes in without what is new in it, and nobody is told',
    'shared/store/import/insert-texts.ts',
    put('if (unknown !== null) throw', 'if (texts.length === 0) throw'),
    by('import/copy-ledger', 'a member of a row that is no column is refused and not lost'),
  ),
]
